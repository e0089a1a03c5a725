// The example black_scholes.cl: a vector of options at a time, exp and log from glibc's libmvec.
#include "lanes.h"
#include <math.h>

#if LANES == 16
vfloat _ZGVeN16v_expf(vfloat);
vfloat _ZGVeN16v_logf(vfloat);
#define EXP _ZGVeN16v_expf
#define LOG _ZGVeN16v_logf
#define SQRT(x) ((vfloat)_mm512_sqrt_ps((__m512)(x)))
#elif LANES == 8
vfloat _ZGVdN8v_expf(vfloat);
vfloat _ZGVdN8v_logf(vfloat);
#define EXP _ZGVdN8v_expf
#define LOG _ZGVdN8v_logf
#define SQRT(x) ((vfloat)_mm256_sqrt_ps((__m256)(x)))
#else
#define EACH(name, function) \
  static vfloat name(vfloat x) \
  { \
    for (int l = 0; l < LANES; l++) \
      x[l] = function(x[l]); \
    return x; \
  }
EACH(EXP, expf)
EACH(LOG, logf)
EACH(SQRT, sqrtf)
#endif

static inline vfloat normal_cdf(vfloat d)
{
  const vfloat size = choose(d < 0.0f, -d, d);
  const vfloat k = 1.0f / (1.0f + 0.2316419f * size);
  const vfloat polynomial =
      k * (0.319381530f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const vfloat tail = 0.39894228040f * EXP(-0.5f * d * d) * polynomial;
  return choose(d > 0.0f, 1.0f - tail, tail);
}

KERNEL(black_scholes)
{
  const float *draws = POINTER(float, 0);
  float *call = POINTER(float, 1), *put = POINTER(float, 2);
  const int options = VALUE(int, 3);
  const float rate = VALUE(float, 4), volatility = VALUE(float, 5);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < options; i += LANES) {
    vfloat first = {}, second = {}, third = {};
    const int count = options - i < LANES ? options - i : LANES;
    for (int l = 0; l < count; l++) {
      first[l] = draws[3 * (i + l)];
      second[l] = draws[3 * (i + l) + 1];
      third[l] = draws[3 * (i + l) + 2];
    }
    const vfloat price = 5.0f + 25.0f * first, strike = 1.0f + 99.0f * second, years = 0.25f + 9.75f * third;
    const vfloat deviation = volatility * SQRT(years);
    const vfloat d1 = (LOG(price / strike) + (rate + 0.5f * volatility * volatility) * years) / deviation;
    const vfloat cdf1 = normal_cdf(d1), cdf2 = normal_cdf(d1 - deviation);
    const vfloat discounted = strike * EXP(-rate * years);
    const vfloat calls = price * cdf1 - discounted * cdf2;
    const vfloat puts = discounted * (1.0f - cdf2) - price * (1.0f - cdf1);
    memcpy(&call[i], &calls, 4 * count);
    memcpy(&put[i], &puts, 4 * count);
  }
}
