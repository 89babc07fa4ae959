// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CHECK, DCHECK and LOG for env authors.
//
// A failed CHECK *throws* (std::logic_error, text with file and line): inside an
// env that becomes a Python exception naming the env, never the end of the
// process. DCHECK is compiled in only with ENVPOOL_DCHECK (the dbg and sanitizer
// configs). LOG goes to envpool::Log, silent by default; LOG(FATAL) throws.
//
// Threads: any. If another library has already defined these macros, its own
// are kept.

#ifndef ENVPOOL_CORE_LOGGING_H_
#define ENVPOOL_CORE_LOGGING_H_

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

/// Collects a message with << and throws it when the full expression ends.
class ThrowMessage {
 public:
  ThrowMessage(const char* file, int line, const char* what) {
    text_ << file << ':' << line << ": " << what;
  }
  // NOLINTNEXTLINE(bugprone-exception-escape): throwing is its purpose.
  ~ThrowMessage() noexcept(false) { throw std::logic_error(text_.str()); }
  ThrowMessage(const ThrowMessage&) = delete;
  ThrowMessage& operator=(const ThrowMessage&) = delete;
  std::ostream& stream() { return text_; }

 private:
  std::ostringstream text_;
};

class LogMessage {
 public:
  LogMessage(Severity severity, const char* file, int line)
      : severity_(severity), file_(file), line_(line) {}
  // NOLINTNEXTLINE(bugprone-exception-escape): LOG(FATAL) throws.
  ~LogMessage() noexcept(false) {
    if (severity_ == Severity::kFatal) {
      throw std::logic_error(text_.str());
    }
    Log(severity_, file_, line_, text_.str());
  }
  LogMessage(const LogMessage&) = delete;
  LogMessage& operator=(const LogMessage&) = delete;
  std::ostream& stream() { return text_; }

 private:
  Severity severity_;
  const char* file_;
  int line_;
  std::ostringstream text_;
};

/// Gives both branches of the CHECK conditional the type void.
struct Voidify {
  void operator&(std::ostream& /*unused*/) {}
};

}  // namespace internal
}  // namespace envpool

#ifndef CHECK
#define ENVPOOL_THROW_(what) \
  ::envpool::internal::ThrowMessage(__FILE__, __LINE__, what).stream()
#define CHECK(condition)              \
  (condition) ? static_cast<void>(0)  \
              : ::envpool::internal:: \
                    Voidify() & ENVPOOL_THROW_("Check failed: " #condition " ")
#define ENVPOOL_CHECK_OP_(a, op, b) CHECK((a)op(b))
#define CHECK_EQ(a, b) ENVPOOL_CHECK_OP_(a, ==, b)
#define CHECK_NE(a, b) ENVPOOL_CHECK_OP_(a, !=, b)
#define CHECK_LT(a, b) ENVPOOL_CHECK_OP_(a, <, b)
#define CHECK_LE(a, b) ENVPOOL_CHECK_OP_(a, <=, b)
#define CHECK_GT(a, b) ENVPOOL_CHECK_OP_(a, >, b)
#define CHECK_GE(a, b) ENVPOOL_CHECK_OP_(a, >=, b)
#ifdef ENVPOOL_DCHECK
#define ENVPOOL_DCHECK_ENABLED_ true
#else
#define ENVPOOL_DCHECK_ENABLED_ false
#endif
#define DCHECK(condition) CHECK(!ENVPOOL_DCHECK_ENABLED_ || (condition))
#define DCHECK_EQ(a, b) DCHECK((a) == (b))
#define DCHECK_NE(a, b) DCHECK((a) != (b))
#define DCHECK_LT(a, b) DCHECK((a) < (b))
#define DCHECK_LE(a, b) DCHECK((a) <= (b))
#define DCHECK_GT(a, b) DCHECK((a) > (b))
#define DCHECK_GE(a, b) DCHECK((a) >= (b))
#endif  // CHECK

#ifndef LOG
#define LOG(severity)                                                  \
  ::envpool::internal::LogMessage(::envpool::internal::severity,      \
                                  __FILE__, __LINE__)                  \
      .stream()
#define DLOG(severity) \
  if (ENVPOOL_DCHECK_ENABLED_) LOG(severity)
#endif  // LOG

#endif  // ENVPOOL_CORE_LOGGING_H_
