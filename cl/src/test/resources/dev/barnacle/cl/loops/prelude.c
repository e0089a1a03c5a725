/* What kernels of OpenCL C need to be GNU C. */
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

#define VECTORS(T)                                      \
  typedef T T##2 __attribute__((vector_size(2 * sizeof(T))));   \
  typedef T T##4 __attribute__((vector_size(4 * sizeof(T))));   \
  typedef T T##8 __attribute__((vector_size(8 * sizeof(T))));   \
  typedef T T##16 __attribute__((vector_size(16 * sizeof(T))));
VECTORS(uchar)
VECTORS(ushort)
VECTORS(uint)
VECTORS(ulong)

/* How often an index was out of bounds, or something else undefined: the kernel is wrong, not its compiler. */
int faults;

static inline long ck(long index, long size)
{
  if (index >= 0 && index < size)
    return index;
  faults++;
  return 0;
}

/* What gcc's -fsanitize=undefined calls. */
#define HANDLER(name) \
  void __ubsan_handle_##name(void *a, void *b, void *c) { faults++; }
HANDLER(add_overflow)
HANDLER(sub_overflow)
HANDLER(mul_overflow)
HANDLER(negate_overflow)
HANDLER(divrem_overflow)
HANDLER(shift_out_of_bounds)
HANDLER(float_cast_overflow)

static ulong global_id, local_id, group_id, global_size, local_size;
#define get_global_id(dimension) global_id
#define get_local_id(dimension) local_id
#define get_group_id(dimension) group_id
#define get_global_size(dimension) global_size
#define get_local_size(dimension) local_size

#define pick(a, op, b) ({ __typeof__(a) a_ = (a); __typeof__(a) b_ = (b); a_ op b_ ? a_ : b_; })
#define min(a, b) pick(a, <, b)
#define max(a, b) pick(a, >, b)
#define fmin(a, b) pick(a, <, b)
#define fmax(a, b) pick(a, >, b)
#define clamp(a, low, high) min(max(a, low), high)

/* Integers of up to 32 bits, or of 64 without a sign. */
typedef __int128 wide;
#define with(T, a, b, e) ({ wide x_ = (a), y_ = (b); (T)(e); })
#define hadd(a, b) with(__typeof__(a), a, b, (x_ + y_) >> 1)
#define rhadd(a, b) with(__typeof__(a), a, b, (x_ + y_ + 1) >> 1)
#define abs_diff(a, b) with(ulong, a, b, x_ > y_ ? x_ - y_ : y_ - x_)
#define least(a) ((wide)((__typeof__(a))-1 < 0 ? -((wide)1 << (8 * sizeof(a) - 1)) : 0))
#define most(a) (((wide)1 << (8 * sizeof(a) - ((__typeof__(a))-1 < 0))) - 1)
#define add_sat(a, b) with(__typeof__(a), a, b, clamp(x_ + y_, least(a), most(a)))
#define sub_sat(a, b) with(__typeof__(a), a, b, clamp(x_ - y_, least(a), most(a)))

#define each(f, a, b)                                   \
  ({                                                    \
    __typeof__(a) u_ = (a), w_ = (b), e_;               \
    for (int k_ = 0; k_ < (int)(sizeof(u_) / sizeof(u_[0])); k_++) \
      e_[k_] = f(u_[k_], w_[k_]);                       \
    e_;                                                 \
  })
#define vload(T, width, index, from) \
  ({ T l_; __builtin_memcpy(&l_, (from) + (width) * (index), sizeof(T)); l_; })
#define vstore(T, width, value, index, to) \
  ({ T l_ = (value); __builtin_memcpy((to) + (width) * (index), &l_, sizeof(T)); })

/* Runs all work-items of a kernel, one after the other. */
#define run(K)                                                                   \
  void k##K(char **p, int n, uint m, long global, long local)                    \
  {                                                                              \
    global_size = global;                                                        \
    local_size = local;                                                          \
    for (global_id = 0; global_id < (ulong)global; global_id++) {                \
      local_id = global_id % local;                                              \
      group_id = global_id / local;                                              \
      b##K((void *)p[0], (void *)p[1], (void *)p[2], (void *)p[3], (void *)p[4], \
           (void *)p[5], n, m);                                                  \
    }                                                                            \
  }
