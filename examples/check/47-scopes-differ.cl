// Lesson 47: before OpenCL 3.1 the scopes of a release and an acquire must be the same; from it on they may differ, if
// each reaches the other. The two kernels are the same: the one is built as OpenCL C 3.0, the other as 3.1.
kernel void faulty(global int *data, global atomic_int *flag, global int *out)
{
  if (get_local_id(0) == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group) != 0) {
    *out = *data;
  }
}

kernel void clean(global int *data, global atomic_int *flag, global int *out)
{
  if (get_local_id(0) == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group) != 0) {
    *out = *data;
  }
}
