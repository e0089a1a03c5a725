// A lock by compare-exchange: who finds 0 and writes 1 has it; who gives it back writes 0.

kernel void spin_lock(global atomic_int *lock, global int *total) {
  int expected = 0;
  while (!atomic_compare_exchange_strong_explicit(lock, &expected, 1, memory_order_acquire,
                                                  memory_order_relaxed, memory_scope_device)) {
    expected = 0;
  }
  *total += 1;
  atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
}

// The lock is taken without acquire: nothing orders the counts.
kernel void relaxed_lock(global atomic_int *lock, global int *total) {
  int expected = 0;
  while (!atomic_compare_exchange_strong_explicit(lock, &expected, 1, memory_order_relaxed,
                                                  memory_order_relaxed, memory_scope_device)) {
    expected = 0;
  }
  *total += 1;
  atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
}
