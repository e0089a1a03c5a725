// Deals 40 numbers out to 64 work-items in blocks.
// Mended: a block has at least one.
kernel void deal(global const int *in, global int *out, int n)
{
  const int i = get_global_id(0), items = get_global_size(0);
  const int block = max(n / items, 1);
  out[i] = in[i % block];
}
