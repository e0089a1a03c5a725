// xorshift.cl: a vector of generators at a time.
#include "lanes.h"

KERNEL(xorshift)
{
  uint32_t *states = POINTER(uint32_t, 0);
  const uint32_t n = VALUE(uint32_t, 1), rounds = VALUE(uint32_t, 2);
#pragma omp parallel for schedule(static)
  for (uint32_t i = 0; i < n; i += LANES) {
    const size_t bytes = 4 * (size_t)(n - i < LANES ? n - i : LANES);
    vuint x = {}, sum = {};
    memcpy(&x, &states[i], bytes);
    for (uint32_t r = 0; r < rounds; r++) {
      x ^= x << 13;
      x ^= x >> 17;
      x ^= x << 5;
      sum += x;
    }
    memcpy(&states[i], &sum, bytes);
  }
}
