// A tile is written by rows and read by columns: each lane reads for four rows at once.
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void transposed_tile(global const float *x, global float *y, int width, int height)
{
  local float tile[16][17];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int left = get_group_id(0) * 16, top = get_group_id(1) * 16;
  tile[ly][lx] = x[(top + ly) * width + left + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  y[(left + ly) * height + top + lx] = tile[lx][ly];
}
