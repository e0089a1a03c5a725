// Integer Functions (OpenCL C 6.15.3), with cl_khr_extended_bit_ops and cl_khr_integer_dot_product.
#include "intrinsics.h"

// ---- Of every integer type ----

#define COMMON(T, U, N)                                                                                                \
  THIN T##N max(T##N x, T##N y) { return __builtin_elementwise_max(x, y); }                                            \
  THIN T##N min(T##N x, T##N y) { return __builtin_elementwise_min(x, y); }                                            \
  THIN T##N popcount(T##N x) { return AS(T##N, (U##N)__builtin_elementwise_popcount(AS(U##N, x))); }                   \
  THIN T##N hadd(T##N x, T##N y) { return (T##N)((x & y) + ((T##N)(x ^ y) >> (T##N)1)); }                              \
  THIN T##N rhadd(T##N x, T##N y) { return (T##N)((x | y) - ((T##N)(x ^ y) >> (T##N)1)); }                             \
  THIN T##N rotate(T##N v, T##N i) {                                                                                   \
    const U##N bits = (U##N)(sizeof(T) * 8 - 1), x = AS(U##N, v), n = AS(U##N, i) & bits;                              \
    return AS(T##N, (U##N)((x << n) | (x >> ((U##N)(-n) & bits))));                                                    \
  }                                                                                                                    \
  THIN U##N abs_diff(T##N x, T##N y) {                                                                                 \
    return (U##N)(x > y ? AS(U##N, x) - AS(U##N, y) : AS(U##N, y) - AS(U##N, x));                                      \
  }                                                                                                                    \
  THIN T##N mad_hi(T##N a, T##N b, T##N c) {                                                                            \
    return AS(T##N, (U##N)(AS(U##N, mul_hi(a, b)) + AS(U##N, c)));                                                     \
  }

// clang's builtins take scalars narrower than int for ints (not so vectors): these three tell the difference.
#define WIDTH_DEPENDENT(T, N)                                                                                          \
  THIN T##N add_sat(T##N x, T##N y) { return __builtin_elementwise_add_sat(x, y); }                                    \
  THIN T##N sub_sat(T##N x, T##N y) { return __builtin_elementwise_sub_sat(x, y); }                                    \
  THIN T##N bit_reverse(T##N x) { return __builtin_elementwise_bitreverse(x); }
#define NARROW(T, LOW, HIGH)                                                                                           \
  THIN T add_sat(T x, T y) { return (T)__builtin_elementwise_min(__builtin_elementwise_max(x + y, LOW), HIGH); }       \
  THIN T sub_sat(T x, T y) { return (T)__builtin_elementwise_min(__builtin_elementwise_max(x - y, LOW), HIGH); }       \
  THIN T bit_reverse(T x) { return (T)(__builtin_elementwise_bitreverse((uint)x) >> (32 - 8 * sizeof(T))); }           \
  VECTORS(WIDTH_DEPENDENT, T)
NARROW(char, CHAR_MIN, CHAR_MAX)
NARROW(uchar, 0, UCHAR_MAX)
NARROW(short, SHRT_MIN, SHRT_MAX)
NARROW(ushort, 0, USHRT_MAX)
WIDTHS(WIDTH_DEPENDENT, int)
WIDTHS(WIDTH_DEPENDENT, uint)
WIDTHS(WIDTH_DEPENDENT, long)
WIDTHS(WIDTH_DEPENDENT, ulong)

#define WITH_SCALARS(T, U, N)                                                                                          \
  THIN T##N max(T##N x, T y) { return __builtin_elementwise_max(x, (T##N)y); }                                         \
  THIN T##N min(T##N x, T y) { return __builtin_elementwise_min(x, (T##N)y); }                                         \
  THIN T##N clamp(T##N x, T low, T high) { return clamp(x, (T##N)low, (T##N)high); }

#define CLAMP(T, U, NAME, N)                                                                                           \
  THIN T##N clamp(T##N x, T##N low, T##N high) {                                                                       \
    return __builtin_elementwise_min(__builtin_elementwise_max(x, low), __barnacle_expect_##NAME(high, low));          \
  }

#define ABS_SIGNED(T, U, N)                                                                                            \
  THIN U##N abs(T##N x) { return CONVERT##N(U##N, __builtin_elementwise_abs(x)); }
#define ABS_UNSIGNED(T, U, N)                                                                                          \
  THIN T##N abs(T##N x) { return x; }

// ---- The high half of a product: in the type of twice the size, and for 64 bits from four products of 32 bits ----

#define MUL_HI_WIDE(T, W, N)                                                                                           \
  THIN T##N mul_hi(T##N x, T##N y) {                                                                                   \
    return CONVERT##N(T##N, (CONVERT##N(W##N, x) * CONVERT##N(W##N, y)) >> (W##N)(sizeof(T) * 8));                     \
  }
WIDTHS(MUL_HI_WIDE, char, short)
WIDTHS(MUL_HI_WIDE, uchar, ushort)
WIDTHS(MUL_HI_WIDE, short, int)
WIDTHS(MUL_HI_WIDE, ushort, uint)
WIDTHS(MUL_HI_WIDE, int, long)
WIDTHS(MUL_HI_WIDE, uint, ulong)

#define MUL_HI_64(S, U, N)                                                                                             \
  THIN U##N mul_hi(U##N x, U##N y) {                                                                                   \
    const U##N low = (U##N)0xffffffffUL, half_way = (U##N)32;                                                          \
    const U##N xl = x & low, xh = x >> half_way, yl = y & low, yh = y >> half_way;                                     \
    const U##N middle = xh * yl + ((xl * yl) >> half_way), other = xl * yh + (middle & low);                           \
    return xh * yh + (middle >> half_way) + (other >> half_way);                                                       \
  }                                                                                                                    \
  THIN S##N mul_hi(S##N x, S##N y) {                                                                                   \
    const U##N u = mul_hi(AS(U##N, x), AS(U##N, y)), minus = AS(U##N, (x >> (S##N)63) & y);                            \
    return AS(S##N, u - minus - AS(U##N, (y >> (S##N)63) & x));                                                        \
  }
WIDTHS(MUL_HI_64, long, ulong)

// ---- a * b + c, saturated ----

#define MAD_SAT_WIDE(T, W, LOW, HIGH, N)                                                                               \
  THIN T##N mad_sat(T##N a, T##N b, T##N c) {                                                                          \
    const W##N v = CONVERT##N(W##N, a) * CONVERT##N(W##N, b) + CONVERT##N(W##N, c);                                    \
    return CONVERT##N(T##N, __builtin_elementwise_min(__builtin_elementwise_max(v, (W##N)LOW), (W##N)HIGH));           \
  }
WIDTHS(MAD_SAT_WIDE, char, short, CHAR_MIN, CHAR_MAX)
WIDTHS(MAD_SAT_WIDE, uchar, ushort, 0, UCHAR_MAX)
WIDTHS(MAD_SAT_WIDE, short, int, SHRT_MIN, SHRT_MAX)
WIDTHS(MAD_SAT_WIDE, ushort, uint, 0, USHRT_MAX)
WIDTHS(MAD_SAT_WIDE, int, long, INT_MIN, INT_MAX)
WIDTHS(MAD_SAT_WIDE, uint, ulong, 0, UINT_MAX)

#define MAD_SAT_64(S, U, N)                                                                                            \
  THIN U##N mad_sat(U##N a, U##N b, U##N c) {                                                                          \
    const U##N sum = a * b + c;                                                                                        \
    return ((mul_hi(a, b) != (U##N)0) | (sum < c)) ? (U##N)ULONG_MAX : sum;                                             \
  }                                                                                                                    \
  CALL S##N mad_sat(S##N a, S##N b, S##N c) {                                                                          \
    const U##N product = AS(U##N, a) * AS(U##N, b), sum = product + AS(U##N, c);                                       \
    const S##N carry = sum < product ? (S##N)1 : (S##N)0;                                                              \
    const S##N high = mul_hi(a, b) + (c >> (S##N)63) + carry;                                                          \
    const S##N limit = high < (S##N)0 ? (S##N)LONG_MIN : (S##N)LONG_MAX;                                               \
    return high == (AS(S##N, sum) >> (S##N)63) ? AS(S##N, sum) : limit;                                                \
  }
WIDTHS(MAD_SAT_64, long, ulong)

INTEGER_TYPES(WIDTHS, COMMON)
SIGNED_TYPES(WIDTHS, CLAMP, clamp)
UNSIGNED_TYPES(WIDTHS, CLAMP, uclamp)
INTEGER_TYPES(VECTORS, WITH_SCALARS)
SIGNED_TYPES(WIDTHS, ABS_SIGNED)
UNSIGNED_TYPES(WIDTHS, ABS_UNSIGNED)

// ---- Counting zeros: of a zero they are all the bits ----

#define COUNT_ZEROS(T, U)                                                                                              \
  THIN T clz(T x) { return (T)__builtin_clzg((U)x, (int)sizeof(T) * 8); }                                          \
  THIN T ctz(T x) { return (T)__builtin_ctzg((U)x, (int)sizeof(T) * 8); }
#define COUNT_ZEROS_VECTOR(T, U, N)                                                                                    \
  THIN T##N clz(T##N x) { return MAP1_##N(T##N, clz, x); }                                                             \
  THIN T##N ctz(T##N x) { return MAP1_##N(T##N, ctz, x); }
#define APPLY(M, ...) M(__VA_ARGS__)
INTEGER_TYPES(APPLY, COUNT_ZEROS)
INTEGER_TYPES(VECTORS, COUNT_ZEROS_VECTOR)

// ---- 24-bit arithmetic: results are promised where the operands fit in 24 bits ----

#define FAST_24(T, NAME, N)                                                                                            \
  THIN T##N mul24(T##N x, T##N y) {                                                                                    \
    return AS(T##N, AS(uint##N, __barnacle_expect_##NAME(x)) * AS(uint##N, __barnacle_expect_##NAME(y)));              \
  }                                                                                                                    \
  THIN T##N mad24(T##N x, T##N y, T##N z) { return AS(T##N, AS(uint##N, mul24(x, y)) + AS(uint##N, z)); }
WIDTHS(FAST_24, int, mul24)
WIDTHS(FAST_24, uint, umul24)

// ---- upsample: high and low parts into the type of twice the size ----

#define UPSAMPLE(T, U, W, N)                                                                                           \
  THIN W##N upsample(T##N high, U##N low) {                                                                            \
    return (W##N)((CONVERT##N(W##N, high) << (W##N)(sizeof(T) * 8)) | CONVERT##N(W##N, low));                          \
  }
WIDTHS(UPSAMPLE, char, uchar, short)
WIDTHS(UPSAMPLE, uchar, uchar, ushort)
WIDTHS(UPSAMPLE, short, ushort, int)
WIDTHS(UPSAMPLE, ushort, ushort, uint)
WIDTHS(UPSAMPLE, int, uint, long)
WIDTHS(UPSAMPLE, uint, uint, ulong)

// ---- cl_khr_extended_bit_ops: bits offset to offset + count - 1, within the type's bits ----

#define FIELD(T) __barnacle_expect_bitfield(start, count, sizeof(T) * 8)
#define INSERT(T, U, N)                                                                                                \
  THIN T##N bitfield_insert(T##N base, T##N insert, uint start, uint count) {                                          \
    const uint offset = FIELD(T);                                                                                      \
    const U ones = (U)(count >= sizeof(T) * 8 ? (U)-1 : (U)(((U)1 << count) - 1));                                     \
    const U##N mask = (U##N)(U)(ones << offset), bits = (U##N)(AS(U##N, insert) << (U##N)(U)offset);                   \
    return AS(T##N, (U##N)((AS(U##N, base) & ~mask) | (bits & mask)));                                                 \
  }
INTEGER_TYPES(WIDTHS, INSERT)

#define EXTRACT_FROM(T, S, U, N)                                                                                       \
  THIN S##N bitfield_extract_signed(T##N base, uint start, uint count) {                                               \
    const uint offset = FIELD(T);                                                                                      \
    const U up = (U)(sizeof(T) * 8 - offset - count), down = (U)(sizeof(T) * 8 - count);                               \
    const S##N top = AS(S##N, (U##N)(AS(U##N, base) << (U##N)up));                                                     \
    return count == 0 ? (S##N)0 : (S##N)(top >> (S##N)(S)down);                                                        \
  }                                                                                                                    \
  THIN U##N bitfield_extract_unsigned(T##N base, uint start, uint count) {                                             \
    const uint offset = FIELD(T);                                                                                      \
    const U up = (U)(sizeof(T) * 8 - offset - count), down = (U)(sizeof(T) * 8 - count);                               \
    const U##N top = (U##N)(AS(U##N, base) << (U##N)up);                                                               \
    return count == 0 ? (U##N)0 : (U##N)(top >> (U##N)down);                                                           \
  }
#define EXTRACT(S, U, N)                                                                                               \
  EXTRACT_FROM(S, S, U, N)                                                                                             \
  EXTRACT_FROM(U, S, U, N)
SIGNED_TYPES(WIDTHS, EXTRACT)

// ---- cl_khr_integer_dot_product ----

#define DOT(R, A, B, NAME)                                                                                             \
  THIN R dot(A##4 x, B##4 y) { return (R)x.s0 * y.s0 + (R)x.s1 * y.s1 + (R)x.s2 * y.s2 + (R)x.s3 * y.s3; }             \
  THIN R dot_acc_sat(A##4 x, B##4 y, R sum) { return __builtin_elementwise_add_sat(dot(x, y), sum); }                  \
  THIN R dot_4x8packed_##NAME(uint x, uint y) { return dot(AS(A##4, x), AS(B##4, y)); }                                \
  THIN R dot_acc_sat_4x8packed_##NAME(uint x, uint y, R sum) { return dot_acc_sat(AS(A##4, x), AS(B##4, y), sum); }
DOT(uint, uchar, uchar, uu_uint)
DOT(int, char, char, ss_int)
DOT(int, uchar, char, us_int)
DOT(int, char, uchar, su_int)
