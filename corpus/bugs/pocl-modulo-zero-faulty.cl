// Deals 40 numbers out to 64 work-items in blocks.
// Faulty: there are less numbers than work-items, so a block has 40 / 64 = 0 of them.
kernel void deal(global const int *in, global int *out, int n)
{
  const int i = get_global_id(0), items = get_global_size(0);
  const int block = n / items;
  out[i] = in[i % block];
}
