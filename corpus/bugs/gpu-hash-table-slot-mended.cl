// Inserts keys into a table with open addressing; an empty slot is 0.
// Mended: the first slot is masked too.
kernel void insert(global const int *keys, volatile global int *table, int capacity)
{
  const int key = keys[get_global_id(0)];
  uint slot = (key * 0x9e3779b1u >> 24) & (capacity - 1);
  for (;;) {
    const int old = atomic_cmpxchg(table + slot, 0, key);
    if (old == 0 || old == key)
      break;
    slot = (slot + 1) & (capacity - 1);
  }
}
