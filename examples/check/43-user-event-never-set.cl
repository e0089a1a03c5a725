// Lesson 43: a child that waits for a user event runs when that is set; its parent is complete only when the child is.
kernel void faulty(global int *out) {
  clk_event_t go = create_user_event();
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &go, 0, ^{
    *out = 1;
  });
  release_event(go);
}

kernel void clean(global int *out) {
  clk_event_t go = create_user_event();
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &go, 0, ^{
    *out = 1;
  });
  set_user_event_status(go, CL_COMPLETE);
  release_event(go);
}
