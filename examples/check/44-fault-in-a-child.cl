// Lesson 44: a block is checked like any kernel: this one's last work-item leaves its buffer.
kernel void faulty(global const int *data, global int *out, int n) {
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(n), ^{
    size_t i = get_global_id(0);
    out[i] = data[i + 1];
  });
}

kernel void clean(global const int *data, global int *out, int n) {
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(n), ^{
    size_t i = get_global_id(0);
    out[i] = data[i];
  });
}
