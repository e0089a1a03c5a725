// A translated kernel that passes one number by local memory and one by a global scratch array.
// Mended: both flags, as CUDA's __syncthreads means it.
kernel void pass_on(global const int *in, global int *scratch, global int *out, local int *s)
{
  const int t = get_local_id(0), n = get_local_size(0), base = get_group_id(0) * n;
  s[t] = in[base + t];
  scratch[base + t] = in[base + t];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[base + t] = s[n - 1 - t] + scratch[base + n - 1 - t];
}
