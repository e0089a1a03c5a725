// Lesson 41: CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP waits for the work-group that enqueues the child, not for the others.
kernel void faulty(global int *data, global int *sum) {
  data[get_global_id(0)] = 1;
  if (get_global_id(0) == 0) {
    size_t n = get_global_size(0);
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(1), ^{
      for (size_t k = 0; k < n; k++)
        *sum += data[k];
    });
  }
}

kernel void clean(global int *data, global int *sum) {
  data[get_global_id(0)] = 1;
  if (get_local_id(0) == 0) {
    size_t first = get_global_id(0), n = get_local_size(0);
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(1), ^{
      for (size_t k = first; k < first + n; k++)
        sum[first / n] += data[k];
    });
  }
}
