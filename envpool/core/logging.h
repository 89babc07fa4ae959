// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CHECK, DCHECK and LOG for env authors.
//
// A failed CHECK *throws* (std::logic_error, text with file and line): inside
// an env this becomes a Python exception naming the env and does not end the
// process. DCHECK is compiled in only with ENVPOOL_DCHECK (the dbg and
// sanitizer configs). LOG goes to envpool::Log, silent by default; LOG(FATAL)
// throws, so a function may end with it.
//
// Threads: any. Macros that another library has already defined are kept.

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

/// Collects a message written with <<.
class Text {
 public:
  std::ostringstream& stream() { return text_; }

 private:
  std::ostringstream text_;
};

/// Throws the message to its right. & binds less tightly than <<, so the
/// message is complete; [[noreturn]] allows a function to end with it.
class Throw {
 public:
  Throw(const char* file, int line, const char* what = "")
      : file_(file), line_(line), what_(what) {}
  [[noreturn]] void operator&(const std::ostream& text) const {
    throw std::logic_error(file_ + (':' + std::to_string(line_)) + ": " +
                           what_ +
                           static_cast<const std::ostringstream&>(text).str());
  }

 private:
  const char* const file_;
  const int line_;
  const char* const what_;
};

/// Writes the message to its right to the log.
template <Severity kSeverity>
class Write {
 public:
  Write(const char* file, int line) : file_(file), line_(line) {}
  void operator&(const std::ostream& text) const {
    Log(kSeverity, file_, line_,
        static_cast<const std::ostringstream&>(text).str());
  }

 private:
  const char* const file_;
  const int line_;
};
template <>
class Write<Severity::kFatal> : public Throw {
 public:
  using Throw::Throw;
};

}  // namespace internal
}  // namespace envpool

#ifdef ENVPOOL_DCHECK
#define ENVPOOL_DCHECK_ENABLED_ true
#else
#define ENVPOOL_DCHECK_ENABLED_ false
#endif

// All macros are expressions, so that they are safe between `if` and `else`.

#ifndef CHECK
#define ENVPOOL_CHECK_(condition, text)                                 \
  (condition) ? static_cast<void>(0)                                    \
              : ::envpool::internal::Throw(__FILE__, __LINE__,          \
                                           "Check failed: " text " ") & \
                    ::envpool::internal::Text().stream()
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
#define LOG(severity)                                                   \
  ::envpool::internal::Write<::envpool::internal::severity>(__FILE__,   \
                                                            __LINE__) & \
      ::envpool::internal::Text().stream()
#define DLOG(severity) \
  !ENVPOOL_DCHECK_ENABLED_ ? static_cast<void>(0) : LOG(severity)
#endif  // LOG

#endif  // ENVPOOL_CORE_LOGGING_H_
