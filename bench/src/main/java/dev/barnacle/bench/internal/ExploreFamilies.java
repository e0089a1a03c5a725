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

      kernel void test_and_test(global atomic_int *lock, global int *total) {
        do {
          while (atomic_load_explicit(lock, memory_order_relaxed, DEV) != 0) {
          }
        } while (atomic_exchange_explicit(lock, 1, memory_order_acquire, DEV) != 0);
        *total += 1;
        atomic_store_explicit(lock, 0, memory_order_release, DEV);
      }

      kernel void unlike_locks(global atomic_int *lock, global int *total) {
        while (atomic_exchange_explicit(lock, 1, memory_order_acquire, DEV) != 0) {
        }
        *total += (int)get_global_id(0);
        atomic_store_explicit(lock, 0, memory_order_release, DEV);
      }

      kernel void counter_barrier(global atomic_int *count, global int *data) {
        int g = get_group_id(0), n = get_num_groups(0);
        data[g] = g + 1;
        atomic_fetch_add_explicit(count, 1, memory_order_acq_rel, DEV);
        while (atomic_load_explicit(count, memory_order_acquire, DEV) < n) {
        }
        data[n + g] = data[(g + 1) % n];
      }

      kernel void ranks(global atomic_int *next, global int *data) {
        data[get_global_id(0)] = atomic_fetch_add_explicit(next, 1, memory_order_relaxed, DEV);
      }

      kernel void maximum(global atomic_int *best, global int *unused) {
        int mine = (int)get_global_id(0) + 1;
        int old = atomic_load_explicit(best, memory_order_relaxed, DEV);
        while (old < mine
               && !atomic_compare_exchange_strong_explicit(best, &old, mine, memory_order_relaxed,
                                                           memory_order_relaxed, DEV)) {
        }
      }

      kernel void stack(global atomic_int *top, global int *next) {
        int me = (int)get_global_id(0) + 1;
        int old = atomic_load_explicit(top, memory_order_relaxed, DEV);
        do {
          next[me] = old;
        } while (!atomic_compare_exchange_strong_explicit(top, &old, me, memory_order_release,
                                                          memory_order_relaxed, DEV));
      }

      kernel void queue(global atomic_int *words, global int *unused) {
        global atomic_int *next = words + 1;
        int me = (int)get_global_id(0) + 1;
        while (1) {
          int t = atomic_load_explicit(words, memory_order_acquire, DEV);
          int n = atomic_load_explicit(&next[t], memory_order_acquire, DEV);
          int none = 0;
          if (n != 0) {
            atomic_compare_exchange_strong_explicit(words, &t, n, memory_order_release,
                                                    memory_order_relaxed, DEV);
          } else if (atomic_compare_exchange_strong_explicit(
                         &next[t], &none, me, memory_order_release, memory_order_relaxed, DEV)) {
            atomic_compare_exchange_strong_explicit(words, &t, me, memory_order_release,
                                                    memory_order_relaxed, DEV);
            return;
          }
        }
      }

      kernel void seqlock(global atomic_int *words, global int *data) {
        global atomic_int *seq = words, *a = words + 1, *b = words + 2;
        if (get_global_id(0) == 0) {
          atomic_store_explicit(seq, 1, memory_order_relaxed, DEV);
          atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, DEV);
          atomic_store_explicit(a, 1, memory_order_relaxed, DEV);
          atomic_store_explicit(b, 1, memory_order_relaxed, DEV);
          atomic_store_explicit(seq, 2, memory_order_release, DEV);
          return;
        }
        int s, x, y;
        do {
          s = atomic_load_explicit(seq, memory_order_acquire, DEV);
          x = atomic_load_explicit(a, memory_order_relaxed, DEV);
          y = atomic_load_explicit(b, memory_order_relaxed, DEV);
          atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, DEV);
        } while ((s & 1) || s != atomic_load_explicit(seq, memory_order_relaxed, DEV));
        data[get_global_id(0)] = x == y;
      }

      kernel void look_back(global atomic_int *flag, global int *data) {
        int g = get_group_id(0), n = get_num_groups(0);
        global int *sum = data, *prefix = data + n;
        int s = g + 1;
        if (g > 0) {
          sum[g] = s;
          atomic_store_explicit(&flag[g], 1, memory_order_release, DEV);
        }
        for (int i = g - 1, f = 0; i >= 0 && f != 2;) {
          f = atomic_load_explicit(&flag[i], memory_order_acquire, DEV);
          if (f != 0)
            s += f == 2 ? prefix[i] : sum[i--];
        }
        prefix[g] = s;
        atomic_store_explicit(&flag[g], 2, memory_order_release, DEV);
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
        family("last_group", 2, 64, false),
        family("test_and_test", 2, 32, false),
        family("unlike_locks", 2, 32, false),
        family("counter_barrier", 2, 32, false),
        family("ranks", 2, 8, false),
        family("maximum", 2, 16, false),
        family("stack", 2, 8, false),
        family("queue", 2, 6, false),
        family("seqlock", 2, 10, false),
        family("look_back", 2, 32, false),
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
