// Patterns of the Khronos conformance tests that people have argued about, small enough to be explored.

#define DEV memory_scope_device
#define WG memory_scope_work_group

// Doors of local memory guard rooms of global memory; each work-item looks for a room that nobody has been in
// (test c11_atomics atomic_flag; OpenCL-CTS issues 134 and 2052).
kernel void rooms_local_fence(global int *first) {
  local atomic_int door[4];
  int me = get_local_id(0);
  atomic_store_explicit(&door[me], 0, memory_order_relaxed, WG);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  for (int room = 0, mine = 0; !mine && room < get_local_size(0); room++) {
    if (atomic_exchange_explicit(&door[room], 1, memory_order_acquire, WG) == 0) {
      mine = first[room] == -1;
      if (mine)
        first[room] = me;
      atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, WG);
      atomic_store_explicit(&door[room], 0, memory_order_relaxed, WG);
    }
  }
}

// The same where the fences order both memories, as the test has it since pull request 1283.
kernel void rooms_both_fences(global int *first) {
  local atomic_int door[4];
  int me = get_local_id(0);
  atomic_store_explicit(&door[me], 0, memory_order_relaxed, WG);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  for (int room = 0, mine = 0; !mine && room < get_local_size(0); room++) {
    if (atomic_exchange_explicit(&door[room], 1, memory_order_relaxed, WG) == 0) {
      atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_order_acquire, WG);
      mine = first[room] == -1;
      if (mine)
        first[room] = me;
      atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_order_release, WG);
      atomic_store_explicit(&door[room], 0, memory_order_relaxed, WG);
    }
  }
}

// The last work-item collects what all have stored (c11_atomics atomic_load and others; OpenCL-CTS issue 1370).
#ifndef GATE
#define GATE memory_order_relaxed
#endif
kernel void gate(global atomic_int *value, global atomic_int *done, global int *out) {
  int me = get_global_id(0);
  int all = get_global_size(0);
  atomic_store_explicit(&value[me], me + 1, memory_order_relaxed, DEV);
  if (atomic_fetch_add_explicit(done, 1, GATE, DEV) == all - 1)
    for (int i = 0; i < all; i++)
      out[i] = atomic_load_explicit(&value[i], memory_order_relaxed, DEV);
}

// Each follows others: what an acquire fence reads from a release store, it may read from (c11_atomics atomic_fence;
// OpenCL-CTS issue 1274). SLOTS is how many variables each has that are not atomic.
#ifndef SLOTS
#define SLOTS 2
#endif
kernel void follow(global int *slot, global atomic_int *value, global int *bad) {
  int me = get_global_id(0);
  int all = get_global_size(0);
  int other = all - 1 - me;
  int mine = 0, seen, got;
  do {
    mine++;
    slot[me * SLOTS + mine] = mine;
    atomic_store_explicit(&value[me], mine, memory_order_release, DEV);
    seen = atomic_load_explicit(&value[other], memory_order_relaxed, DEV);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, DEV);
    got = slot[other * SLOTS + seen];
    other = (other + 1) % all;
  } while (seen == got && mine < SLOTS - 1);
  bad[me] = seen != got;
}

// Two count, each until it reads another number than its own, at most to ROUNDS (c11_atomics atomic_fence with
// memory_order_seq_cst; OpenCL-CTS issues 2496 and 2544).
#define ROUNDS 2
kernel void count(global atomic_int *last, global int *known) {
  int me = get_global_id(0);
  int mine = 0, his;
  do {
    mine++;
    atomic_store_explicit(&last[me], mine, memory_order_relaxed, DEV);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, DEV);
    his = atomic_load_explicit(&last[1 - me], memory_order_relaxed, DEV);
  } while (mine == his && mine < ROUNDS);
  known[me] = his;
}

// The last of all sums up (c11_atomics inclusive_scopes, its kernel with fences): the release fence stands behind the
// update, and the acquire fence before the other one.
#ifndef PRODUCER
#define PRODUCER memory_scope_device
#define CONSUMER memory_scope_device
#endif
kernel void sum_fences_outside(global int *part, global atomic_int *count, global int *sum) {
  int all = get_global_size(0);
  part[get_global_id(0)] = get_global_id(0) + 1;
  atomic_fetch_add_explicit(count, 1, memory_order_relaxed, PRODUCER);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, PRODUCER);
  int seen = all;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, CONSUMER);
  atomic_compare_exchange_strong_explicit(count, &seen, 0, memory_order_relaxed, memory_order_relaxed, CONSUMER);
  if (seen == all) {
    int total = 0;
    for (int i = 0; i < all; i++)
      total += part[i];
    sum[0] = total;
  }
}

// The same with each fence on the other side of its update.
kernel void sum_fences_inside(global int *part, global atomic_int *count, global int *sum) {
  int all = get_global_size(0);
  part[get_global_id(0)] = get_global_id(0) + 1;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, PRODUCER);
  atomic_fetch_add_explicit(count, 1, memory_order_relaxed, PRODUCER);
  int seen = all;
  atomic_compare_exchange_strong_explicit(count, &seen, 0, memory_order_relaxed, memory_order_relaxed, CONSUMER);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, CONSUMER);
  if (seen == all) {
    int total = 0;
    for (int i = 0; i < all; i++)
      total += part[i];
    sum[0] = total;
  }
}
