// Lesson 29: "I raise my flag, you don't have yours up, so it is my turn." Relaxed or release and acquire, both may
// find the other's flag down: a load may read an old value. Sequentially consistent operations can't.
kernel void faulty(global atomic_int *flags, global int *turn)
{
  int i = get_global_id(0);
  atomic_store_explicit(&flags[i], 1, memory_order_release, memory_scope_device);
  if (atomic_load_explicit(&flags[1 - i], memory_order_acquire, memory_scope_device) == 0)
    *turn = i;
}

kernel void clean(global atomic_int *flags, global int *turn)
{
  int i = get_global_id(0);
  atomic_store_explicit(&flags[i], 1, memory_order_seq_cst, memory_scope_device);
  if (atomic_load_explicit(&flags[1 - i], memory_order_seq_cst, memory_scope_device) == 0)
    *turn = i;
}
