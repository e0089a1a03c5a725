// Inserts pairs; who finds its key inserted already takes the value that is there.
// Mended: the value is stored with release, and a load with acquire tells whether it is there.
kernel void insert(global const int *keys, global atomic_int *slots, global atomic_int *payload, global int *out)
{
  const int i = get_global_id(0), key = keys[i];
  int there = 0;
  if (atomic_compare_exchange_strong_explicit(&slots[key], &there, key, memory_order_relaxed,
                                              memory_order_relaxed, memory_scope_device))
    atomic_store_explicit(&payload[key], 100 + i, memory_order_release, memory_scope_device);
  else
    out[i] = atomic_load_explicit(&payload[key], memory_order_acquire, memory_scope_device);
}
