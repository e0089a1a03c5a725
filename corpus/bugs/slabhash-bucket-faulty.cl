// Inserts keys into a set of 128 slots; a slot is looked at before it is tried.
// Faulty: the look is a plain load.
kernel void insert(global const int *keys, volatile global int *bucket)
{
  const int key = keys[get_global_id(0)];
  int slot = key & 15;
  for (;; slot = (slot + 1) & 127) {
    const int there = bucket[slot];
    if (there == 0 && atomic_cmpxchg(bucket + slot, 0, key) == 0)
      return;
  }
}
