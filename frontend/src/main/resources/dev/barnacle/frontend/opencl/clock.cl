// The functions of cl_khr_kernel_clock. One clock serves all scopes: the processors of a device count together.
#include "intrinsics.h"

#define CLOCK(SCOPE)                                                                                                   \
  THIN ulong clock_read_##SCOPE(void) { return __builtin_readcyclecounter(); }                                         \
  THIN uint2 clock_read_hilo_##SCOPE(void) { return AS(uint2, (ulong)__builtin_readcyclecounter()); }
CLOCK(device)
CLOCK(work_group)
CLOCK(sub_group)
