// expected: out-of-bounds; in lines 8
kernel void collect(global const int *values, global int *hits, volatile global uint *found,
                    int n, uint capacity, int threshold) {
  int i = get_global_id(0);
  if (i < n && values[i] <= threshold) {
    uint slot = atomic_inc(found);
    if (slot <= capacity)
      hits[slot] = i;
  }
}
