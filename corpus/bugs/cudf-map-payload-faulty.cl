// Inserts pairs; who finds its key inserted already takes the value that is there.
// Faulty: the value is stored after the key, so it may not be there yet, and both accesses race.
kernel void insert(global const int *keys, global atomic_int *slots, global atomic_int *payload, global int *out)
{
  const int i = get_global_id(0), key = keys[i];
  int there = 0;
  if (atomic_compare_exchange_strong_explicit(&slots[key], &there, key, memory_order_relaxed,
                                              memory_order_relaxed, memory_scope_device))
    ((global int *)payload)[key] = 100 + i;
  else
    out[i] = ((global int *)payload)[key];
}
