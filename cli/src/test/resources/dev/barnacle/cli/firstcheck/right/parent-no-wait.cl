// expected: clean
kernel void parent(global int *data, global int *sum) {
  queue_t q = get_default_queue();
  clk_event_t filled;
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64), 0, NULL, &filled, ^{
    data[get_global_id(0)] = get_global_id(0);
  });
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), 1, &filled, NULL, ^{
    int s = 0;
    for (int i = 0; i < 64; i++)
      s += data[i];
    *sum = s;
  });
  release_event(filled);
}
