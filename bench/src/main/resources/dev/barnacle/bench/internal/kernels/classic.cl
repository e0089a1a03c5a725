// Kernels as textbooks have them and as most programs are written, with nothing in them that suits one
// machine more than another. Work-groups of GROUP work-items, of TILE times TILE, or, where no local
// memory is used, of any size; sizes are multiples of these.
#define GROUP 256
#define TILE 16

// One sum for each work-group, by a tree in local memory.
kernel void tree_reduce(global const float *x, global float *partial)
{
  local float sums[GROUP];
  const uint item = get_local_id(0);
  sums[item] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (item < s)
      sums[item] += sums[item + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0)
    partial[get_group_id(0)] = sums[0];
}

// Inclusive prefix sums of each work-group's numbers (W. D. Hillis and G. L. Steele, Communications of the
// ACM 29, 1986), to and fro between two rows.
kernel void scan_hillis_steele(global const int *x, global int *y)
{
  local int sums[2][GROUP];
  const uint item = get_local_id(0);
  uint from = 0;
  sums[0][item] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint distance = 1; distance < get_local_size(0); distance <<= 1) {
    int sum = sums[from][item];
    if (item >= distance)
      sum += sums[from][item - distance];
    from = 1 - from;
    sums[from][item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  y[get_global_id(0)] = sums[from][item];
}

// Exclusive prefix sums of each work-group's 2 * GROUP numbers, up a tree and down again (G. E. Blelloch,
// IEEE Transactions on Computers 38, 1989).
kernel void scan_blelloch(global const int *x, global int *y)
{
  local int sums[2 * GROUP];
  const uint item = get_local_id(0), n = 2 * get_local_size(0);
  const size_t first = get_group_id(0) * n;
  uint distance = 1;
  sums[2 * item] = x[first + 2 * item];
  sums[2 * item + 1] = x[first + 2 * item + 1];
  for (uint pairs = n / 2; pairs > 0; pairs >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < pairs)
      sums[distance * (2 * item + 2) - 1] += sums[distance * (2 * item + 1) - 1];
    distance *= 2;
  }
  if (item == 0)
    sums[n - 1] = 0;
  for (uint pairs = 1; pairs < n; pairs *= 2) {
    distance >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < pairs) {
      const uint left = distance * (2 * item + 1) - 1, right = distance * (2 * item + 2) - 1;
      const int sum = sums[left];
      sums[left] = sums[right];
      sums[right] += sum;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  y[first + 2 * item] = sums[2 * item];
  y[first + 2 * item + 1] = sums[2 * item + 1];
}

// C = A B, square matrices of n rows.
kernel void sgemm_plain(global const float *a, global const float *b, global float *c, int n)
{
  const int column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int i = 0; i < n; i++)
    sum += a[row * n + i] * b[i * n + column];
  c[row * n + column] = sum;
}

kernel void transpose(global const float *x, global float *y, int width, int height)
{
  local float tile[TILE][TILE + 1];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;
  tile[ly][lx] = x[(top + ly) * width + left + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  y[(left + ly) * height + top + lx] = tile[lx][ly];
}

// The mean of five points; the border stays.
kernel void stencil(global const float *x, global float *y, int width, int height)
{
  const int column = get_global_id(0), row = get_global_id(1), i = row * width + column;
  if (column > 0 && column < width - 1 && row > 0 && row < height - 1)
    y[i] = 0.2f * (x[i] + x[i - 1] + x[i + 1] + x[i - width] + x[i + width]);
  else
    y[i] = x[i];
}

// How long points of the Mandelbrot set's plane stay near 0.
kernel void escape(global int *counts, int width, float left, float top, float step, int most)
{
#pragma OPENCL FP_CONTRACT OFF // results are to be the same, bit for bit
  const int column = get_global_id(0), row = get_global_id(1);
  const float cx = left + column * step, cy = top + row * step;
  float x = 0.0f, y = 0.0f;
  int count = 0;
  while (count < most) {
    if (x * x + y * y > 4.0f)
      break;
    const float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    count++;
  }
  counts[row * width + column] = count;
}

// A histogram of bytes, one work-item a byte.
kernel void histogram_plain(global const uchar *data, global uint *bins)
{
  atomic_inc(&bins[data[get_global_id(0)]]);
}
