// expected: clean
#define TILE 16
__attribute__((reqd_work_group_size(TILE, TILE, 1)))
kernel void transpose(global const float *in, global float *out, int width, int height) {
  local float tile[TILE][TILE + 1];
  int lx = get_local_id(0), ly = get_local_id(1);
  int x = get_group_id(0) * TILE + lx;
  int y = get_group_id(1) * TILE + ly;
  if (x < width && y < height)
    tile[ly][lx] = in[y * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  int tx = get_group_id(1) * TILE + lx;
  int ty = get_group_id(0) * TILE + ly;
  if (tx < height && ty < width)
    out[ty * height + tx] = tile[lx][ly];
}
