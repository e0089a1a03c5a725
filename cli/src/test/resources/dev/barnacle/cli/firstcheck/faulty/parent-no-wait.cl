// expected: command-race or data-race or race-between-commands; in lines 5, 10
kernel void parent(global int *data, global int *sum) {
  queue_t q = get_default_queue();
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64), ^{
    data[get_global_id(0)] = get_global_id(0);
  });
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
    int s = 0;
    for (int i = 0; i < 64; i++)
      s += data[i];
    *sum = s;
  });
}
