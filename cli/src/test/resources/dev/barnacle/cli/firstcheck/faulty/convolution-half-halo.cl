// expected: uninitialized-read; in lines 15
#define GROUP 64
#define R 4
__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void convolve(global const float *in, global float *out, constant float *mask, int n) {
  local float tile[GROUP + 2 * R];
  int lid = get_local_id(0);
  int i = get_global_id(0);
  tile[lid + R] = i < n ? in[i] : 0;
  if (lid < R)
    tile[lid] = i >= R && i - R < n ? in[i - R] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int k = -R; k <= R; k++)
    sum += mask[k + R] * tile[lid + R + k];
  if (i < n)
    out[i] = sum;
}
