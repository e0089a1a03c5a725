// Vectors of the machine's width, one work-item an element, for the C forms of the benches (GCC's vector
// extension; compiled with -O3 -march=native -fopenmp, or for the instructions that bench's
// --engine-option features=… names).
//
// Each kernel of the benches has a C function of its name, which gets its arguments as clSetKernelArg
// does, the address of each value (a buffer's is the buffer; local memory has none), and the NDRange.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__)
#define LANES 16
#elif defined(__AVX2__)
#define LANES 8
#else
#define LANES 4
#endif

typedef float vfloat __attribute__((vector_size(4 * LANES)));
typedef int32_t vint __attribute__((vector_size(4 * LANES)));
typedef uint32_t vuint __attribute__((vector_size(4 * LANES)));
typedef uint8_t vuchar __attribute__((vector_size(LANES)));
typedef double vdouble __attribute__((vector_size(4 * LANES)));

#define DOUBLE_LANES (LANES / 2)
#define KERNEL(name) void name(void *const *args, const int64_t *global, const int64_t *local)
#define POINTER(type, i) ((type *)args[i])
#define VALUE(type, i) (*(const type *)args[i])

static inline vint first_lanes(void)
{
  vint ids;
  for (int l = 0; l < LANES; l++)
    ids[l] = l;
  return ids;
}

static inline vfloat load_floats(const float *from)
{
  vfloat v;
  memcpy(&v, from, sizeof v);
  return v;
}

static inline void store_floats(float *to, vfloat v)
{
  memcpy(to, &v, sizeof v);
}

static inline vfloat splat(float x)
{
  return x - (vfloat){};
}

// Element by element: where the comparison holds, a, elsewhere b.
static inline vfloat choose(vint truths, vfloat a, vfloat b)
{
  return (vfloat)(((vint)a & truths) | ((vint)b & ~truths));
}

// Whether some lane of a comparison's result is true.
static inline int any(vint truths)
{
#if LANES == 16
  return _mm512_movepi32_mask((__m512i)truths) != 0;
#elif LANES == 8
  return _mm256_movemask_ps((__m256)truths) != 0;
#else
  int all = 0;
  for (int l = 0; l < LANES; l++)
    all |= truths[l];
  return all != 0;
#endif
}
