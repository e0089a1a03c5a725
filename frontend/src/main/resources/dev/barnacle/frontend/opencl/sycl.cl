// What DPC++'s programs call where cl_intel_devicelib_assert is there, by plain C names.
#include "intrinsics.h"

// A failed assert() of SYCL's C++: its words, and a trap.
__attribute__((always_inline)) void
__devicelib_assert_fail(const __generic char *condition, const __generic char *file, int line,
                        const __generic char *function, ulong global0, ulong global1, ulong global2, ulong local0,
                        ulong local1, ulong local2) {
  printf("%s:%d: %s: global id: [%lu,%lu,%lu], local id: [%lu,%lu,%lu] Assertion `%s` failed.\n", file, line, function,
         global0, global1, global2, local0, local1, local2, condition);
  __builtin_trap();
}
