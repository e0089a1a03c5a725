// expected: out-of-bounds; in lines 10, 14
#define GROUP 64
#define R 3
__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void smooth(global const float *in, global float *out, int n) {
  local float tile[GROUP + R];
  int lid = get_local_id(0);
  int first = get_group_id(0) * GROUP - R;
  for (int k = lid; k < GROUP + 2 * R; k += GROUP)
    tile[k] = in[clamp(first + k, 0, n - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int k = 0; k <= 2 * R; k++)
    sum += tile[lid + k];
  if (first + R + lid < n)
    out[first + R + lid] = sum / (2 * R + 1);
}
