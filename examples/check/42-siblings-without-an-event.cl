// Lesson 42: queues on the device are out of order: of two children neither waits for the other, unless by an event.
kernel void faulty(global int *data, global int *out) {
  queue_t queue = get_default_queue();
  enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(64), ^{
    data[get_global_id(0)] = 1;
  });
  enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(64), ^{
    out[get_global_id(0)] = data[63 - get_global_id(0)];
  });
}

kernel void clean(global int *data, global int *out) {
  queue_t queue = get_default_queue();
  clk_event_t written;
  enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(64), 0, 0, &written, ^{
    data[get_global_id(0)] = 1;
  });
  enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(64), 1, &written, 0, ^{
    out[get_global_id(0)] = data[63 - get_global_id(0)];
  });
  release_event(written);
}
