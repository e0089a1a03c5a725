// One work-item makes something ready for others.

#define DEV memory_scope_device
#define WG memory_scope_work_group

// Message passing: the flag says that the data is there.
kernel void message(global atomic_int *flag, global int *data, global int *out) {
  if (get_global_id(0) == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, memory_order_release, DEV);
  } else if (atomic_load_explicit(flag, memory_order_acquire, DEV) == 1) {
    out[get_global_id(0)] = *data;
  }
}

// The flag is relaxed: that it is set does not order the data.
kernel void message_relaxed(global atomic_int *flag, global int *data, global int *out) {
  if (get_global_id(0) == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, memory_order_relaxed, DEV);
  } else if (atomic_load_explicit(flag, memory_order_acquire, DEV) == 1) {
    out[get_global_id(0)] = *data;
  }
}

// Relaxed with fences.
kernel void message_fences(global atomic_int *flag, global int *data, global int *out) {
  if (get_global_id(0) == 0) {
    *data = 42;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, DEV);
    atomic_store_explicit(flag, 1, memory_order_relaxed, DEV);
  } else if (atomic_load_explicit(flag, memory_order_relaxed, DEV) == 1) {
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, DEV);
    out[get_global_id(0)] = *data;
  }
}

// The scope of a work-group is enough within one.
kernel void message_group(global atomic_int *flag, global int *data, global int *out) {
  if (get_local_id(0) == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, memory_order_release, WG);
  } else if (atomic_load_explicit(flag, memory_order_acquire, WG) == 1) {
    out[get_global_id(0)] = *data;
  }
}

// In local memory.
kernel void message_local(global int *out) {
  local atomic_int flag;
  local int data;
  if (get_local_id(0) == 0) {
    atomic_init(&flag, 0);
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    data = 42;
    atomic_store_explicit(&flag, 1, memory_order_release, WG);
  } else if (atomic_load_explicit(&flag, memory_order_acquire, WG) == 1) {
    out[get_global_id(0)] = data;
  }
}

// A flag in local memory orders no global memory.
kernel void message_other_memory(global int *data, global int *out) {
  local atomic_int flag;
  if (get_local_id(0) == 0) {
    atomic_init(&flag, 0);
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    *data = 42;
    atomic_store_explicit(&flag, 1, memory_order_release, WG);
  } else if (atomic_load_explicit(&flag, memory_order_acquire, WG) == 1) {
    out[get_global_id(0)] = *data;
  }
}

// Double-checked initialisation: who comes first makes it, the others wait for it.
kernel void once(global atomic_int *state, global int *data, global int *out) {
  if (atomic_load_explicit(state, memory_order_acquire, DEV) != 2) {
    int expected = 0;
    if (atomic_compare_exchange_strong_explicit(state, &expected, 1, memory_order_relaxed,
                                                memory_order_relaxed, DEV)) {
      *data = 7;
      atomic_store_explicit(state, 2, memory_order_release, DEV);
    } else {
      while (atomic_load_explicit(state, memory_order_acquire, DEV) != 2) {
      }
    }
  }
  out[get_global_id(0)] = *data;
}

// The first check is relaxed.
kernel void once_relaxed(global atomic_int *state, global int *data, global int *out) {
  if (atomic_load_explicit(state, memory_order_relaxed, DEV) != 2) {
    int expected = 0;
    if (atomic_compare_exchange_strong_explicit(state, &expected, 1, memory_order_relaxed,
                                                memory_order_relaxed, DEV)) {
      *data = 7;
      atomic_store_explicit(state, 2, memory_order_release, DEV);
    } else {
      while (atomic_load_explicit(state, memory_order_acquire, DEV) != 2) {
      }
    }
  }
  out[get_global_id(0)] = *data;
}
