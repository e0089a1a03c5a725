// expected: data-race; in lines 9, 10
kernel void insert(global const uint *keys, global uint *table, uint slots, uint n) {
  uint i = get_global_id(0);
  if (i >= n)
    return;
  uint key = keys[i] + 1;
  for (uint probe = 0; probe < slots; probe++) {
    uint at = (key * 2654435761u + probe) % slots;
    if (table[at] == 0 || table[at] == key) {
      table[at] = key;
      return;
    }
  }
}
