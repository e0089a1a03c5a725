// Lesson 40: the child reads what its parent writes, and waits for nobody: the parent must have ended first.
kernel void faulty(global int *data, global int *out) {
  size_t i = get_global_id(0), n = get_global_size(0);
  data[i] = i;
  if (i == 0) {
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(n), ^{
      size_t k = get_global_id(0);
      out[k] = data[n - 1 - k];
    });
  }
}

kernel void clean(global int *data, global int *out) {
  size_t i = get_global_id(0), n = get_global_size(0);
  data[i] = i;
  if (i == 0) {
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(n), ^{
      size_t k = get_global_id(0);
      out[k] = data[n - 1 - k];
    });
  }
}
