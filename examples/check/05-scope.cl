// Lesson 5: an atomic operation is atomic for the work-items that its scope includes. With
// memory_scope_work_group another group's operation on the same counter is a race; the device is wide enough.
kernel void faulty(global atomic_int *count)
{
  atomic_fetch_add_explicit(count, 1, memory_order_relaxed, memory_scope_work_group);
}

kernel void clean(global atomic_int *count)
{
  atomic_fetch_add_explicit(count, 1, memory_order_relaxed, memory_scope_device);
}
