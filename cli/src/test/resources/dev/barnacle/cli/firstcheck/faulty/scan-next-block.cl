// expected: out-of-bounds; in lines 5
kernel void add_block_sums(global uint *data, global const uint *block_sums, uint n) {
  uint i = get_global_id(0);
  if (i < n)
    data[i] += block_sums[get_group_id(0) + 1];
}
