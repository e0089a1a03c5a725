package dev.barnacle.bench.internal;

import dev.barnacle.cl.NDRange;
import java.util.ArrayList;
import java.util.List;

/** Kernels whose executions grow with the number of their work-items. */
final class ExploreFamilies {
  /** The kernels; each takes a buffer of ints for each of its memory objects. */
  static final String SOURCE =
      """
      #define DEV memory_scope_device

      kernel void test_and_set(global atomic_int *lock, global int *total) {
        while (atomic_exchange_explicit(lock, 1, memory_order_acquire, DEV) != 0) {
        }
        *total += 1;
        atomic_store_explicit(lock, 0, memory_order_release, DEV);
      }

      kernel void ticket(global atomic_int *words, global int *total) {
        int mine = atomic_fetch_add_explicit(&words[0], 1, memory_order_relaxed, DEV);
        while (atomic_load_explicit(&words[1], memory_order_acquire, DEV) != mine) {
        }
        *total += 1;
        atomic_store_explicit(&words[1], mine + 1, memory_order_release, DEV);
      }

      kernel void readers(global atomic_int *flag, global int *data) {
        if (get_global_id(0) == 0) {
          data[0] = 1;
          atomic_store_explicit(flag, 1, memory_order_release, DEV);
        } else if (atomic_load_explicit(flag, memory_order_acquire, DEV)) {
          data[get_global_id(0)] = data[0];
        }
      }

      kernel void grid_barrier(global atomic_int *flag, global int *data) {
        uint g = get_group_id(0), t = get_local_id(0), i = get_global_id(0);
        data[i] = i + 1;
        if (g == 0) {
          if (t != 0)
            while (atomic_load_explicit(&flag[t], memory_order_acquire, DEV) == 0) {
            }
          work_group_barrier(CLK_GLOBAL_MEM_FENCE);
          if (t != 0)
            atomic_store_explicit(&flag[t], 0, memory_order_release, DEV);
        } else {
          work_group_barrier(CLK_GLOBAL_MEM_FENCE);
          if (t == 0) {
            atomic_store_explicit(&flag[g], 1, memory_order_release, DEV);
            while (atomic_load_explicit(&flag[g], memory_order_acquire, DEV) == 1) {
            }
          }
          work_group_barrier(CLK_GLOBAL_MEM_FENCE);
        }
        data[get_global_size(0) + i] = data[(i + get_local_size(0)) % get_global_size(0)];
      }

      kernel void last_group(global atomic_int *done, global int *data) {
        uint g = get_group_id(0), n = get_num_groups(0);
        data[g] = g + 1;
        if (atomic_fetch_add_explicit(done, 1, memory_order_acq_rel, DEV) == n - 1) {
          int sum = 0;
          for (uint i = 0; i < n; i++)
            sum += data[i];
          data[n] = sum;
        }
      }

      kernel void reduction(global atomic_int *unused, global int *data) {
        uint l = get_local_id(0);
        for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
          if (l < s)
            data[l] += data[l + s];
          work_group_barrier(CLK_GLOBAL_MEM_FENCE);
        }
      }
      """;

  /**
   * A launch of a kernel.
   *
   * @param kernel its name
   * @param range its work-items
   */
  record Member(String kernel, NDRange range) {
    /** Returns its size in words. */
    String size() {
      long groups = range.global().get(0) / range.local().get(0);
      return groups + (groups == 1 ? " group of " : " groups of ") + range.local().get(0);
    }
  }

  private ExploreFamilies() {}

  /** Returns the families, each from small to large. */
  static List<List<Member>> all() {
    return List.of(
        doubled("test_and_set", 4, 256),
        doubled("ticket", 4, 64),
        family("readers", 2, 14, false),
        family("last_group", 2, 9, false),
        family("grid_barrier", 2, 9, true),
        List.of(
            new Member("reduction", NDRange.of(64).local(64)),
            new Member("reduction", NDRange.of(256).local(256)),
            new Member("reduction", NDRange.of(1024).local(1024))));
  }

  /** Returns launches of work-groups of one, each twice as many as before. */
  private static List<Member> doubled(String kernel, int from, int to) {
    List<Member> members = new ArrayList<>();
    for (int n = from; n <= to; n *= 2) {
      members.add(new Member(kernel, NDRange.of(n).local(1)));
    }
    return members;
  }

  /**
   * Returns launches of work-groups of one, or of as many as there are groups.
   *
   * @param square whether work-groups grow as well
   */
  private static List<Member> family(String kernel, int from, int to, boolean square) {
    List<Member> members = new ArrayList<>();
    for (int n = from; n <= to; n++) {
      members.add(new Member(kernel, NDRange.of(square ? n * n : n).local(square ? n : 1)));
    }
    return members;
  }
}
