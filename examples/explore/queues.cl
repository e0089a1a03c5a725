// Queues in global memory.

#define DEV memory_scope_device

// A queue of two places: work-item 0 puts in, the other takes out.
kernel void bounded(global atomic_int *head, global atomic_int *tail, global int *slot,
                    global int *out) {
  if (get_global_id(0) == 0) {
    for (int i = 0; i < 3; i++) {
      while (i - atomic_load_explicit(head, memory_order_acquire, DEV) >= 2) {
      }
      slot[i % 2] = i + 10;
      atomic_store_explicit(tail, i + 1, memory_order_release, DEV);
    }
  } else {
    for (int i = 0; i < 3; i++) {
      while (atomic_load_explicit(tail, memory_order_acquire, DEV) <= i) {
      }
      out[i] = slot[i % 2];
      atomic_store_explicit(head, i + 1, memory_order_release, DEV);
    }
  }
}

// Who takes out gives the place back without release: it may be overwritten while it is read.
kernel void bounded_relaxed(global atomic_int *head, global atomic_int *tail, global int *slot,
                            global int *out) {
  if (get_global_id(0) == 0) {
    for (int i = 0; i < 3; i++) {
      while (i - atomic_load_explicit(head, memory_order_acquire, DEV) >= 2) {
      }
      slot[i % 2] = i + 10;
      atomic_store_explicit(tail, i + 1, memory_order_release, DEV);
    }
  } else {
    for (int i = 0; i < 3; i++) {
      while (atomic_load_explicit(tail, memory_order_acquire, DEV) <= i) {
      }
      out[i] = slot[i % 2];
      atomic_store_explicit(head, i + 1, memory_order_relaxed, DEV);
    }
  }
}

// A deque (Chase and Lev, "Dynamic circular work-stealing deque", SPAA 2005; orders as in Lê, Pop,
// Cohen and Zappa Nardelli, PPoPP 2013): the owner pushes two and takes them, a thief steals one.
// taken[v] counts who got v.
kernel void deque(global atomic_int *top, global atomic_int *bottom, global atomic_int *item,
                  global atomic_int *taken) {
  if (get_global_id(0) == 0) {
    for (int v = 1; v <= 2; v++) {
      int b = atomic_load_explicit(bottom, memory_order_relaxed, DEV);
      atomic_store_explicit(&item[b], v, memory_order_relaxed, DEV);
      atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, DEV);
      atomic_store_explicit(bottom, b + 1, memory_order_relaxed, DEV);
    }
    for (int i = 0; i < 2; i++) {
      int b = atomic_load_explicit(bottom, memory_order_relaxed, DEV) - 1;
      atomic_store_explicit(bottom, b, memory_order_relaxed, DEV);
      atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, DEV);
      int t = atomic_load_explicit(top, memory_order_relaxed, DEV);
      if (t <= b) {
        int v = atomic_load_explicit(&item[b], memory_order_relaxed, DEV);
        int expected = t;
        if (t < b || atomic_compare_exchange_strong_explicit(top, &expected, t + 1,
                                                             memory_order_seq_cst,
                                                             memory_order_relaxed, DEV)) {
          atomic_fetch_add_explicit(&taken[v], 1, memory_order_relaxed, DEV);
        }
        if (t == b) {
          atomic_store_explicit(bottom, b + 1, memory_order_relaxed, DEV);
        }
      } else {
        atomic_store_explicit(bottom, b + 1, memory_order_relaxed, DEV);
      }
    }
  } else {
    int t = atomic_load_explicit(top, memory_order_acquire, DEV);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, DEV);
    int b = atomic_load_explicit(bottom, memory_order_acquire, DEV);
    if (t < b) {
      int v = atomic_load_explicit(&item[t], memory_order_relaxed, DEV);
      int expected = t;
      if (atomic_compare_exchange_strong_explicit(top, &expected, t + 1, memory_order_seq_cst,
                                                  memory_order_relaxed, DEV)) {
        atomic_fetch_add_explicit(&taken[v], 1, memory_order_relaxed, DEV);
      }
    }
  }
}

// Without the fences between bottom and top two may get the same item.
kernel void deque_no_fences(global atomic_int *top, global atomic_int *bottom,
                            global atomic_int *item, global atomic_int *taken) {
  if (get_global_id(0) == 0) {
    for (int v = 1; v <= 2; v++) {
      int b = atomic_load_explicit(bottom, memory_order_relaxed, DEV);
      atomic_store_explicit(&item[b], v, memory_order_relaxed, DEV);
      atomic_store_explicit(bottom, b + 1, memory_order_release, DEV);
    }
    for (int i = 0; i < 2; i++) {
      int b = atomic_load_explicit(bottom, memory_order_relaxed, DEV) - 1;
      atomic_store_explicit(bottom, b, memory_order_relaxed, DEV);
      int t = atomic_load_explicit(top, memory_order_relaxed, DEV);
      if (t <= b) {
        int v = atomic_load_explicit(&item[b], memory_order_relaxed, DEV);
        int expected = t;
        if (t < b || atomic_compare_exchange_strong_explicit(top, &expected, t + 1,
                                                             memory_order_acq_rel,
                                                             memory_order_relaxed, DEV)) {
          atomic_fetch_add_explicit(&taken[v], 1, memory_order_relaxed, DEV);
        }
        if (t == b) {
          atomic_store_explicit(bottom, b + 1, memory_order_relaxed, DEV);
        }
      } else {
        atomic_store_explicit(bottom, b + 1, memory_order_relaxed, DEV);
      }
    }
  } else {
    int t = atomic_load_explicit(top, memory_order_acquire, DEV);
    int b = atomic_load_explicit(bottom, memory_order_acquire, DEV);
    if (t < b) {
      int v = atomic_load_explicit(&item[t], memory_order_relaxed, DEV);
      int expected = t;
      if (atomic_compare_exchange_strong_explicit(top, &expected, t + 1, memory_order_acq_rel,
                                                  memory_order_relaxed, DEV)) {
        atomic_fetch_add_explicit(&taken[v], 1, memory_order_relaxed, DEV);
      }
    }
  }
}
