// Work-groups that work together.

#define DEV memory_scope_device

// A barrier across work-groups (Xiao and Feng, "Inter-block GPU communication via fast barrier
// synchronization", IPDPS 2010): the work-items of group 0 each wait for another group.
kernel void grid_barrier(global atomic_uint *flag, global uint *in, global uint *out) {
  uint g = get_group_id(0), t = get_local_id(0), i = get_global_id(0);
  in[i] = i + 1;
  if (g == 0) {
    if (t + 1 < get_num_groups(0)) {
      while (atomic_load_explicit(&flag[t + 1], memory_order_acquire, DEV) == 0) {
      }
    }
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    if (t + 1 < get_num_groups(0)) {
      atomic_store_explicit(&flag[t + 1], 0, memory_order_release, DEV);
    }
  } else {
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    if (t == 0) {
      atomic_store_explicit(&flag[g], 1, memory_order_release, DEV);
      while (atomic_load_explicit(&flag[g], memory_order_acquire, DEV) == 1) {
      }
    }
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  }
  out[i] = in[(i + get_local_size(0)) % get_global_size(0)];
}

// Its barriers name local memory: what the group wrote is not ordered before its flag.
kernel void grid_barrier_wrong_flag(global atomic_uint *flag, global uint *in, global uint *out) {
  uint g = get_group_id(0), t = get_local_id(0), i = get_global_id(0);
  in[i] = i + 1;
  if (g == 0) {
    if (t + 1 < get_num_groups(0)) {
      while (atomic_load_explicit(&flag[t + 1], memory_order_acquire, DEV) == 0) {
      }
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (t + 1 < get_num_groups(0)) {
      atomic_store_explicit(&flag[t + 1], 0, memory_order_release, DEV);
    }
  } else {
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 0) {
      atomic_store_explicit(&flag[g], 1, memory_order_release, DEV);
      while (atomic_load_explicit(&flag[g], memory_order_acquire, DEV) == 1) {
      }
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = in[(i + get_local_size(0)) % get_global_size(0)];
}

// The groups that wait at their flag are more than the work-items that look after them.
kernel void grid_barrier_hangs(global atomic_uint *flag, global uint *in, global uint *out) {
  uint g = get_group_id(0), t = get_local_id(0), i = get_global_id(0);
  in[i] = i + 1;
  if (g == 0) {
    if (t == 0) {
      while (atomic_load_explicit(&flag[1], memory_order_acquire, DEV) == 0) {
      }
      atomic_store_explicit(&flag[1], 0, memory_order_release, DEV);
    }
  } else if (t == 0) {
    atomic_store_explicit(&flag[g], 1, memory_order_release, DEV);
    while (atomic_load_explicit(&flag[g], memory_order_acquire, DEV) == 1) {
    }
  }
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = i;
}

// The last group adds up what all have made.
kernel void last_group(global atomic_uint *done, global uint *part, global uint *sum) {
  local uint last;
  uint g = get_group_id(0), t = get_local_id(0), n = get_num_groups(0);
  if (t == 0) {
    part[g] = g + 1;
    last = atomic_fetch_add_explicit(done, 1, memory_order_acq_rel, DEV) == n - 1;
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (last && t == 0) {
    uint total = 0;
    for (uint i = 0; i < n; i++) {
      total += part[i];
    }
    *sum = total;
  }
}

// The counter is relaxed.
kernel void last_group_relaxed(global atomic_uint *done, global uint *part, global uint *sum) {
  local uint last;
  uint g = get_group_id(0), t = get_local_id(0), n = get_num_groups(0);
  if (t == 0) {
    part[g] = g + 1;
    last = atomic_fetch_add_explicit(done, 1, memory_order_relaxed, DEV) == n - 1;
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (last && t == 0) {
    uint total = 0;
    for (uint i = 0; i < n; i++) {
      total += part[i];
    }
    *sum = total;
  }
}

// Work-item 1 reads what its group's 0 got, and a barrier is missing.
kernel void last_group_no_barrier(global atomic_uint *done, global uint *part, global uint *sum) {
  local uint last;
  uint g = get_group_id(0), t = get_local_id(0), n = get_num_groups(0);
  if (t == 0) {
    part[g] = g + 1;
    last = atomic_fetch_add_explicit(done, 1, memory_order_acq_rel, DEV) == n - 1;
  }
  if (last && t == 1) {
    *sum = part[0];
  }
}

// A scan in one pass (Merrill and Garland, "Single-pass parallel prefix scan with decoupled
// look-back", 2016): 0 nothing yet, 1 the group's own sum, 2 the sum up to it.
kernel void look_back(global atomic_uint *state, global uint *own, global uint *upto) {
  uint g = get_group_id(0), sum = g + 1;
  own[g] = sum;
  if (g == 0) {
    upto[g] = sum;
    atomic_store_explicit(&state[g], 2, memory_order_release, DEV);
    return;
  }
  atomic_store_explicit(&state[g], 1, memory_order_release, DEV);
  uint before = 0;
  for (int i = (int)g - 1; i >= 0; i--) {
    uint s;
    while ((s = atomic_load_explicit(&state[i], memory_order_acquire, DEV)) == 0) {
    }
    if (s == 2) {
      before += upto[i];
      break;
    }
    before += own[i];
  }
  upto[g] = before + sum;
  atomic_store_explicit(&state[g], 2, memory_order_release, DEV);
}

// The state is set before the sum is there.
kernel void look_back_early(global atomic_uint *state, global uint *own, global uint *upto) {
  uint g = get_group_id(0), sum = g + 1;
  if (g == 0) {
    upto[g] = sum;
    atomic_store_explicit(&state[g], 2, memory_order_release, DEV);
    return;
  }
  atomic_store_explicit(&state[g], 1, memory_order_release, DEV);
  own[g] = sum;
  uint before = 0;
  for (int i = (int)g - 1; i >= 0; i--) {
    uint s;
    while ((s = atomic_load_explicit(&state[i], memory_order_acquire, DEV)) == 0) {
    }
    if (s == 2) {
      before += upto[i];
      break;
    }
    before += own[i];
  }
  upto[g] = before + sum;
  atomic_store_explicit(&state[g], 2, memory_order_release, DEV);
}
