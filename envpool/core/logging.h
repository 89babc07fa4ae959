// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CHECK, DCHECK and LOG for env authors.
//
// A failed CHECK *throws* (std::logic_error, text with file and line): inside
// an env that becomes a Python exception naming the env, never the end of the
// process. DCHECK is compiled in only with ENVPOOL_DCHECK (the dbg and
// sanitizer configs). LOG goes to envpool::Log, silent by default; LOG(FATAL)
// throws.
//
// Threads: any. If another library has already defined these macros, its own
// are kept.

#ifndef ENVPOOL_CORE_LOGGING_H_
#define ENVPOOL_CORE_LOGGING_H_

#include <exception>
#include <sstream>
#include <stdexcept>
#include <string>

namespace envpool {

enum class Severity { kInfo = 0, kWarning = 1, kError = 2, kFatal = 3 };

/// Writes one line to the opt-in diagnostics log.
void Log(Severity severity, const char* file, int line,
         const std::string& text);

namespace internal {

inline constexpr Severity INFO = Severity::kInfo;
inline constexpr Severity WARNING = Severity::kWarning;
inline constexpr Severity ERROR = Severity::kError;
inline constexpr Severity FATAL = Severity::kFatal;

/// Collects a message with << and throws it when the full expression ends,
/// unless writing the message has thrown already.
class ThrowMessage {
 public:
  ThrowMessage(const char* file, int line, const char* what) {
    text_ << file << ':' << line << ": " << what;
  }
  // NOLINTNEXTLINE(bugprone-exception-escape): throwing is its purpose.
  ~ThrowMessage() noexcept(false) {
    if (std::uncaught_exceptions() == exceptions_) {
      throw std::logic_error(text_.str());
    }
  }
  ThrowMessage(const ThrowMessage&) = delete;
  ThrowMessage& operator=(const ThrowMessage&) = delete;
  std::ostream& stream() { return text_; }

 private:
  const int exceptions_{std::uncaught_exceptions()};
  std::ostringstream text_;
};

/// As above, but writes it to the log if it is not fatal.
class LogMessage {
 public:
  LogMessage(Severity severity, const char* file, int line)
      : severity_(severity), file_(file), line_(line) {}
  // NOLINTNEXTLINE(bugprone-exception-escape): LOG(FATAL) throws.
  ~LogMessage() noexcept(false) {
    if (std::uncaught_exceptions() != exceptions_) {
      return;
    }
    if (severity_ == Severity::kFatal) {
      throw std::logic_error(file_ + (':' + std::to_string(line_)) + ": " +
                             text_.str());
    }
    Log(severity_, file_, line_, text_.str());
  }
  LogMessage(const LogMessage&) = delete;
  LogMessage& operator=(const LogMessage&) = delete;
  std::ostream& stream() { return text_; }

 private:
  const int exceptions_{std::uncaught_exceptions()};
  Severity severity_;
  const char* file_;
  int line_;
  std::ostringstream text_;
};

/// Gives both branches of a conditional the type void.
struct Voidify {
  void operator&(std::ostream& /*unused*/) {}
};

}  // namespace internal
}  // namespace envpool

#ifdef ENVPOOL_DCHECK
#define ENVPOOL_DCHECK_ENABLED_ true
#else
#define ENVPOOL_DCHECK_ENABLED_ false
#endif

// All are expressions: an `else` that follows belongs to the `if` before.

#ifndef CHECK
#define ENVPOOL_CHECK_(condition, text)                                \
  (condition) ? static_cast<void>(0)                                   \
              : ::envpool::internal::Voidify() &                       \
                    ::envpool::internal::ThrowMessage(                 \
                        __FILE__, __LINE__, "Check failed: " text " ") \
                        .stream()
#define ENVPOOL_CHECK_OP_(a, op, b) ENVPOOL_CHECK_((a)op(b), #a " " #op " " #b)
#define CHECK(condition) ENVPOOL_CHECK_(condition, #condition)
#define CHECK_EQ(a, b) ENVPOOL_CHECK_OP_(a, ==, b)
#define CHECK_NE(a, b) ENVPOOL_CHECK_OP_(a, !=, b)
#define CHECK_LT(a, b) ENVPOOL_CHECK_OP_(a, <, b)
#define CHECK_LE(a, b) ENVPOOL_CHECK_OP_(a, <=, b)
#define CHECK_GT(a, b) ENVPOOL_CHECK_OP_(a, >, b)
#define CHECK_GE(a, b) ENVPOOL_CHECK_OP_(a, >=, b)
#define DCHECK(condition) \
  ENVPOOL_CHECK_(!ENVPOOL_DCHECK_ENABLED_ || (condition), #condition)
#define DCHECK_EQ(a, b) DCHECK((a) == (b))
#define DCHECK_NE(a, b) DCHECK((a) != (b))
#define DCHECK_LT(a, b) DCHECK((a) < (b))
#define DCHECK_LE(a, b) DCHECK((a) <= (b))
#define DCHECK_GT(a, b) DCHECK((a) > (b))
#define DCHECK_GE(a, b) DCHECK((a) >= (b))
#endif  // CHECK

#ifndef LOG
#define LOG(severity)                                                      \
  ::envpool::internal::LogMessage(::envpool::internal::severity, __FILE__, \
                                  __LINE__)                                \
      .stream()
#define DLOG(severity)                            \
  !ENVPOOL_DCHECK_ENABLED_ ? static_cast<void>(0) \
                           : ::envpool::internal::Voidify() & LOG(severity)
#endif  // LOG

#endif  // ENVPOOL_CORE_LOGGING_H_
