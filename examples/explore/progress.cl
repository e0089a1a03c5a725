// Who waits for whom: what ends depends on which work-groups are sure to come further.

#define DEV memory_scope_device

// The later group waits for the first.
kernel void later_waits(global atomic_int *flag) {
  if (get_group_id(0) == 0) {
    atomic_store_explicit(flag, 1, memory_order_release, DEV);
  } else {
    while (atomic_load_explicit(flag, memory_order_acquire, DEV) == 0) {
    }
  }
}

// The first group waits for a later one.
kernel void first_waits(global atomic_int *flag) {
  if (get_group_id(0) == 1) {
    atomic_store_explicit(flag, 1, memory_order_release, DEV);
  } else {
    while (atomic_load_explicit(flag, memory_order_acquire, DEV) == 0) {
    }
  }
}

// Each waits for whoever has the lock, and so has begun.
kernel void lock_waits(global atomic_int *lock) {
  while (atomic_exchange_explicit(lock, 1, memory_order_acquire, DEV) != 0) {
  }
  atomic_store_explicit(lock, 0, memory_order_release, DEV);
}
