// Locks. Each kernel counts under its lock; launch it with few work-items in work-groups of one.

#define DEV memory_scope_device

// Test and set: who gets 0 back has the lock.
kernel void test_and_set(global atomic_int *lock, global int *total) {
  while (atomic_exchange_explicit(lock, 1, memory_order_acquire, DEV) != 0) {
  }
  *total += 1;
  atomic_store_explicit(lock, 0, memory_order_release, DEV);
}

// Test and test-and-set: reads before it writes.
kernel void test_and_test(global atomic_int *lock, global int *total) {
  do {
    while (atomic_load_explicit(lock, memory_order_relaxed, DEV) != 0) {
    }
  } while (atomic_exchange_explicit(lock, 1, memory_order_acquire, DEV) != 0);
  *total += 1;
  atomic_store_explicit(lock, 0, memory_order_release, DEV);
}

// The lock is given back without release.
kernel void no_release(global atomic_int *lock, global int *total) {
  while (atomic_exchange_explicit(lock, 1, memory_order_acquire, DEV) != 0) {
  }
  *total += 1;
  atomic_store_explicit(lock, 0, memory_order_relaxed, DEV);
}

// The scope reaches the work-group alone, and the others are in other groups.
kernel void narrow_scope(global atomic_int *lock, global int *total) {
  while (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_work_group) != 0) {
  }
  *total += 1;
  atomic_store_explicit(lock, 0, memory_order_release, memory_scope_work_group);
}

// Reads and then writes: two may find 0.
kernel void not_atomic(global atomic_int *lock, global int *total) {
  while (atomic_load_explicit(lock, memory_order_acquire, DEV) != 0) {
  }
  atomic_store_explicit(lock, 1, memory_order_relaxed, DEV);
  *total += 1;
  atomic_store_explicit(lock, 0, memory_order_release, DEV);
}

// The lock is never given back.
kernel void never_given_back(global atomic_int *lock, global int *total) {
  while (atomic_exchange_explicit(lock, 1, memory_order_acquire, DEV) != 0) {
  }
  *total += 1;
}

// A ticket lock: first come, first served.
kernel void ticket(global atomic_int *next, global atomic_int *serving, global int *total) {
  int mine = atomic_fetch_add_explicit(next, 1, memory_order_relaxed, DEV);
  while (atomic_load_explicit(serving, memory_order_acquire, DEV) != mine) {
  }
  *total += 1;
  atomic_store_explicit(serving, mine + 1, memory_order_release, DEV);
}

// The one who waits does not acquire.
kernel void ticket_relaxed(global atomic_int *next, global atomic_int *serving, global int *total) {
  int mine = atomic_fetch_add_explicit(next, 1, memory_order_relaxed, DEV);
  while (atomic_load_explicit(serving, memory_order_relaxed, DEV) != mine) {
  }
  *total += 1;
  atomic_store_explicit(serving, mine + 1, memory_order_release, DEV);
}

// The same with a fence behind the loop.
kernel void ticket_fence(global atomic_int *next, global atomic_int *serving, global int *total) {
  int mine = atomic_fetch_add_explicit(next, 1, memory_order_relaxed, DEV);
  while (atomic_load_explicit(serving, memory_order_relaxed, DEV) != mine) {
  }
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, DEV);
  *total += 1;
  atomic_store_explicit(serving, mine + 1, memory_order_release, DEV);
}

// The fence names local memory, and the data is in global memory.
kernel void ticket_wrong_fence(global atomic_int *next, global atomic_int *serving,
                               global int *total) {
  int mine = atomic_fetch_add_explicit(next, 1, memory_order_relaxed, DEV);
  while (atomic_load_explicit(serving, memory_order_relaxed, DEV) != mine) {
  }
  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acquire, DEV);
  *total += 1;
  atomic_store_explicit(serving, mine + 1, memory_order_release, DEV);
}

// Mellor-Crummey and Scott's lock: a queue of those who wait, each at a flag of its own. Numbers
// stand for pointers; 0 is nobody.
kernel void mcs(global atomic_int *tail, global atomic_int *behind, global atomic_int *wait,
                global int *total) {
  int me = (int)get_global_id(0) + 1;
  atomic_store_explicit(&behind[me], 0, memory_order_relaxed, DEV);
  atomic_store_explicit(&wait[me], 1, memory_order_relaxed, DEV);
  int before = atomic_exchange_explicit(tail, me, memory_order_acq_rel, DEV);
  if (before != 0) {
    atomic_store_explicit(&behind[before], me, memory_order_release, DEV);
    while (atomic_load_explicit(&wait[me], memory_order_acquire, DEV) != 0) {
    }
  }
  *total += 1;
  int after = atomic_load_explicit(&behind[me], memory_order_acquire, DEV);
  if (after == 0) {
    int expected = me;
    if (atomic_compare_exchange_strong_explicit(tail, &expected, 0, memory_order_release,
                                                memory_order_relaxed, DEV)) {
      return;
    }
    while ((after = atomic_load_explicit(&behind[me], memory_order_acquire, DEV)) == 0) {
    }
  }
  atomic_store_explicit(&wait[after], 0, memory_order_release, DEV);
}

// Who finds nobody behind goes without a look at the tail: one that has just come waits for ever.
kernel void mcs_hangs(global atomic_int *tail, global atomic_int *behind, global atomic_int *wait,
                      global int *total) {
  int me = (int)get_global_id(0) + 1;
  atomic_store_explicit(&wait[me], 1, memory_order_relaxed, DEV);
  int before = atomic_exchange_explicit(tail, me, memory_order_acq_rel, DEV);
  if (before != 0) {
    atomic_store_explicit(&behind[before], me, memory_order_release, DEV);
    while (atomic_load_explicit(&wait[me], memory_order_acquire, DEV) != 0) {
    }
  }
  int after = atomic_load_explicit(&behind[me], memory_order_acquire, DEV);
  if (after == 0) {
    return;
  }
  atomic_store_explicit(&wait[after], 0, memory_order_release, DEV);
}

// Peterson's algorithm for two; everything is seq_cst.
kernel void peterson(global atomic_int *want, global atomic_int *turn, global int *total) {
  int me = (int)get_global_id(0), other = 1 - me;
  atomic_store(&want[me], 1);
  atomic_store(turn, other);
  while (atomic_load(&want[other]) == 1 && atomic_load(turn) == other) {
  }
  *total += 1;
  atomic_store(&want[me], 0);
}

// With acquire and release both may read old flags.
kernel void peterson_weak(global atomic_int *want, global atomic_int *turn, global int *total) {
  int me = (int)get_global_id(0), other = 1 - me;
  atomic_store_explicit(&want[me], 1, memory_order_release, DEV);
  atomic_store_explicit(turn, other, memory_order_release, DEV);
  while (atomic_load_explicit(&want[other], memory_order_acquire, DEV) == 1 &&
         atomic_load_explicit(turn, memory_order_acquire, DEV) == other) {
  }
  *total += 1;
  atomic_store_explicit(&want[me], 0, memory_order_release, DEV);
}
