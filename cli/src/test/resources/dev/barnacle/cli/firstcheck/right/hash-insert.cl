// expected: clean
kernel void insert(global const uint *keys, volatile global uint *table, uint slots, uint n) {
  uint i = get_global_id(0);
  if (i >= n)
    return;
  uint key = keys[i] + 1;
  for (uint probe = 0; probe < slots; probe++) {
    uint at = (key * 2654435761u + probe) % slots;
    uint old = atomic_cmpxchg(&table[at], 0, key);
    if (old == 0 || old == key)
      return;
  }
}
