// expected: clean
#define RADIX 16
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void radix_scatter(global const uint *in, global uint *out, uint n, uint shift) {
  local uint count[RADIX], start[RADIX];
  uint lid = get_local_id(0);
  if (lid < RADIX)
    count[lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint i = get_global_id(0);
  uint digit = i < n ? (in[i] >> shift) & (RADIX - 1) : 0;
  uint rank = i < n ? atomic_inc(&count[digit]) : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) {
    uint sum = 0;
    for (uint d = 0; d < RADIX; d++) {
      start[d] = sum;
      sum += count[d];
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    out[get_group_id(0) * 64 + start[digit] + rank] = in[i];
}
