// The example nbody.cl: a vector of bodies at a time against each other body.
#include "lanes.h"
#include <math.h>

typedef struct {
  float x, y, z, w;
} float4;

// Within 2 ulps, as OpenCL asks of rsqrt: the machine's estimate and one step of Newton's method.
static inline vfloat rsqrt(vfloat a)
{
#if LANES == 16
  const vfloat e = (vfloat)_mm512_rsqrt14_ps((__m512)a);
  return e * (1.5f - 0.5f * a * e * e);
#elif LANES == 8
  return 1.0f / (vfloat)_mm256_sqrt_ps((__m256)a);
#else
  vfloat r;
  for (int l = 0; l < LANES; l++)
    r[l] = 1.0f / sqrtf(a[l]);
  return r;
#endif
}

KERNEL(nbody)
{
  const float4 *position = POINTER(float4, 0), *velocity = POINTER(float4, 1);
  float4 *new_position = POINTER(float4, 2), *new_velocity = POINTER(float4, 3);
  const int bodies = VALUE(int, 4);
  const float time_step = VALUE(float, 5), softening = VALUE(float, 6);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < bodies; i += LANES) {
    vfloat px = {}, py = {}, pz = {}, ax = {}, ay = {}, az = {};
    for (int l = 0; l < LANES && i + l < bodies; l++) {
      px[l] = position[i + l].x;
      py[l] = position[i + l].y;
      pz[l] = position[i + l].z;
    }
    for (int j = 0; j < bodies; j++) {
      const vfloat dx = position[j].x - px, dy = position[j].y - py, dz = position[j].z - pz;
      const vfloat inverse = rsqrt(dx * dx + dy * dy + dz * dz + softening);
      const vfloat pull = position[j].w * inverse * inverse * inverse;
      ax += dx * pull;
      ay += dy * pull;
      az += dz * pull;
    }
    for (int l = 0; l < LANES && i + l < bodies; l++) {
      const float4 p = position[i + l], v = velocity[i + l];
      const float4 w = {v.x + ax[l] * time_step, v.y + ay[l] * time_step, v.z + az[l] * time_step, 0.0f};
      new_velocity[i + l] = w;
      new_position[i + l] = (float4){p.x + w.x * time_step, p.y + w.y * time_step, p.z + w.z * time_step, p.w};
    }
  }
}
