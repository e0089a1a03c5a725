// The upper half of a work-group makes the carry that the lower half adds to its numbers.
// Faulty: only the upper half comes to the first barrier, and only the lower half to the second.
kernel void carry_fused(global int *data, global int *carry)
{
  local int lds[64];
  const int me = get_local_id(0), half_size = get_local_size(0) / 2;
  if (me >= half_size) {
    lds[me] = data[me];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me == half_size) {
      int sum = 0;
      for (int i = half_size; i < 2 * half_size; i++)
        sum += lds[i];
      *carry = sum;
    }
  }
  if (me < half_size) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    data[me] += *carry;
  }
}
