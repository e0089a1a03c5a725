// Each work-item sets its element; one of them enqueues a child that reads all elements.
// Faulty: CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP waits for the work-group of that one, not for the others.
kernel void parent(global int *array, global int *result)
{
  const size_t i = get_global_id(0), n = get_global_size(0);
  array[i] = i + 1;
  if (i == 0) {
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(n), ^{
      const size_t k = get_global_id(0);
      result[k] = array[n - 1 - k];
    });
  }
}
