package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code explore}: kernels that enqueue others on the device. */
class ExploreEnqueueTest {
  private static final String SOURCE =
      """
      #define RLX memory_order_relaxed, memory_scope_device
      #define KERNEL(name) kernel void name(global int *a, global atomic_int *n, global int *out)
      #define ENQUEUE(flag, range, ...) \\
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_##flag, range, __VA_ARGS__)
      KERNEL(no_wait) {
        a[0] = 1;
        ENQUEUE(NO_WAIT, ndrange_1D(1), ^{ out[0] = a[0]; });
      }
      KERNEL(wait_kernel) {
        a[get_global_id(0)] = get_global_id(0) + 1;
        if (get_global_id(0) == 0)
          ENQUEUE(WAIT_KERNEL, ndrange_1D(4), ^{ out[get_global_id(0)] = a[3 - get_global_id(0)]; });
      }
      KERNEL(wait_group) {
        size_t first = get_global_id(0);
        a[first] = first + 1;
        if (get_local_id(0) == 0)
          ENQUEUE(WAIT_WORK_GROUP, ndrange_1D(1), ^{ out[first / 2] = a[first] + a[first + 1]; });
      }
      KERNEL(wait_other_group) {
        a[get_global_id(0)] = 1;
        if (get_global_id(0) == 0)
          ENQUEUE(WAIT_WORK_GROUP, ndrange_1D(1), ^{ out[0] = a[1] + a[2]; });
      }
      KERNEL(captured) {
        int mine = 5 + get_global_id(0);
        ENQUEUE(NO_WAIT, ndrange_1D(1), ^{ out[mine - 5] = mine; });
      }
      KERNEL(siblings) {
        ENQUEUE(NO_WAIT, ndrange_1D(1), ^{ a[0] = 1; });
        ENQUEUE(NO_WAIT, ndrange_1D(1), ^{ out[0] = a[0]; });
      }
      KERNEL(ordered_siblings) {
        clk_event_t first;
        ENQUEUE(NO_WAIT, ndrange_1D(1), 0, 0, &first, ^{ a[0] = 1; });
        ENQUEUE(NO_WAIT, ndrange_1D(1), 1, &first, 0, ^{ out[0] = a[0]; });
        release_event(first);
      }
      KERNEL(counting_siblings) {
        ENQUEUE(NO_WAIT, ndrange_1D(1), ^{ out[0] = atomic_fetch_add_explicit(n, 1, RLX); });
        ENQUEUE(NO_WAIT, ndrange_1D(1), ^{ out[1] = atomic_fetch_add_explicit(n, 1, RLX); });
      }
      KERNEL(waits_for_child) {
        ENQUEUE(NO_WAIT, ndrange_1D(1), ^{ atomic_store_explicit(n, 1, RLX); });
        while (!atomic_load_explicit(n, RLX));
        out[0] = 1;
      }
      KERNEL(waits_in_vain) {
        ENQUEUE(WAIT_KERNEL, ndrange_1D(1), ^{ atomic_store_explicit(n, 1, RLX); });
        while (!atomic_load_explicit(n, RLX));
      }
      KERNEL(sometimes) {
        if (get_global_id(0) == 0) atomic_store_explicit(n, 1, RLX);
        else if (get_global_id(0) == 2 && atomic_load_explicit(n, RLX))
          ENQUEUE(WAIT_KERNEL, ndrange_1D(1), ^{ out[0] = 5; });
      }
      KERNEL(nested) {
        ENQUEUE(WAIT_KERNEL, ndrange_1D(2), ^{
          int me = get_global_id(0);
          a[me] = me + 1;
          ENQUEUE(WAIT_KERNEL, ndrange_1D(1), ^{ out[me] = a[0] + a[1] + me; });
        });
      }
      KERNEL(local_memory) {
        a[0] = 7;
        ENQUEUE(WAIT_KERNEL, ndrange_1D(4, 2), ^(local void *p) {
          local int *l = (local int *)p;
          l[get_local_id(0)] = a[0] + get_group_id(0);
          barrier(CLK_LOCAL_MEM_FENCE);
          out[get_global_id(0)] = l[1 - get_local_id(0)];
        }, 8);
      }
      KERNEL(local_memory_races) {
        ENQUEUE(WAIT_KERNEL, ndrange_1D(2, 2), ^(local void *p) {
          local int *l = (local int *)p;
          l[get_local_id(0)] = 1;
          out[get_global_id(0)] = l[1 - get_local_id(0)];
        }, 8);
      }
      KERNEL(out_of_bounds) {
        ENQUEUE(WAIT_KERNEL, ndrange_1D(5), ^{ out[get_global_id(0)] = 1; });
      }
      KERNEL(user_event) {
        clk_event_t set = create_user_event();
        ENQUEUE(NO_WAIT, ndrange_1D(1), 1, &set, 0, ^{ out[0] = a[0]; });
        a[0] = 7;
        set_user_event_status(set, CL_COMPLETE);
        set_user_event_status(set, CL_COMPLETE);
        release_event(set);
      }
      KERNEL(user_event_early) {
        clk_event_t set = create_user_event();
        ENQUEUE(NO_WAIT, ndrange_1D(1), 1, &set, 0, ^{ out[0] = a[0]; });
        set_user_event_status(set, CL_COMPLETE);
        a[0] = 7;
      }
      KERNEL(user_event_running) {
        clk_event_t set = create_user_event();
        ENQUEUE(NO_WAIT, ndrange_1D(1), 1, &set, 0, ^{ out[0] = a[0]; });
        set_user_event_status(set, CL_RUNNING);
      }
      KERNEL(user_event_twice) {
        clk_event_t set = create_user_event();
        ENQUEUE(NO_WAIT, ndrange_1D(1), 1, &set, 0, ^{ out[0] = 1; });
        ENQUEUE(NO_WAIT, ndrange_1D(1), 1, &set, 0, ^{ out[1] = 2; });
        set_user_event_status(set, CL_COMPLETE);
      }
      KERNEL(user_event_of_nobody) {
        out[0] = is_valid_event(create_user_event());
      }
      KERNEL(marked) {
        clk_event_t children[2], marker;
        ENQUEUE(NO_WAIT, ndrange_1D(1), 0, 0, &children[0], ^{ a[0] = 1; });
        ENQUEUE(NO_WAIT, ndrange_1D(1), 0, 0, &children[1], ^{ a[1] = 2; });
        out[1] = enqueue_marker(get_default_queue(), 2, children, &marker);
        ENQUEUE(NO_WAIT, ndrange_1D(1), 1, &marker, 0, ^{ out[0] = a[0] + a[1]; });
      }
      KERNEL(marked_one) {
        clk_event_t children[2], marker;
        ENQUEUE(NO_WAIT, ndrange_1D(1), 0, 0, &children[0], ^{ a[0] = 1; });
        ENQUEUE(NO_WAIT, ndrange_1D(1), 0, 0, &children[1], ^{ a[1] = 2; });
        enqueue_marker(get_default_queue(), 1, children, &marker);
        ENQUEUE(NO_WAIT, ndrange_1D(1), 1, &marker, 0, ^{ out[0] = a[0] + a[1]; });
      }
      KERNEL(child_waits_for_parent) {
        ENQUEUE(NO_WAIT, ndrange_1D(1), ^{ while (!atomic_load_explicit(n, RLX)); });
        atomic_store_explicit(n, 1, RLX);
      }
      KERNEL(child_waits_for_lower_group) {
        ENQUEUE(WAIT_KERNEL, ndrange_1D(2, 1), ^{
          if (get_group_id(0) == 0) atomic_store_explicit(n, 1, RLX);
          else while (!atomic_load_explicit(n, RLX));
        });
      }
      KERNEL(child_waits_for_higher_group) {
        ENQUEUE(NO_WAIT, ndrange_1D(2, 1), ^{
          if (get_group_id(0) == 1) atomic_store_explicit(n, 1, RLX);
          else while (!atomic_load_explicit(n, RLX));
        });
      }
      KERNEL(child_groups_lock) {
        ENQUEUE(WAIT_KERNEL, ndrange_1D(2, 1), ^{
          while (atomic_exchange_explicit(n, 1, RLX));
          atomic_store_explicit(n, 0, RLX);
        });
      }
      KERNEL(first_waits_for_second_child) {
        ENQUEUE(NO_WAIT, ndrange_1D(1), ^{ while (!atomic_load_explicit(n, RLX)); });
        ENQUEUE(NO_WAIT, ndrange_1D(1), ^{ atomic_store_explicit(n, 1, RLX); });
      }
      KERNEL(second_waits_for_first_child) {
        ENQUEUE(NO_WAIT, ndrange_1D(1), ^{ atomic_store_explicit(n, 1, RLX); });
        ENQUEUE(NO_WAIT, ndrange_1D(1), ^{ while (!atomic_load_explicit(n, RLX)); });
      }
      KERNEL(second_waits_by_event) {
        clk_event_t first;
        ENQUEUE(NO_WAIT, ndrange_1D(1), 0, 0, &first, ^{ atomic_store_explicit(n, 1, RLX); });
        ENQUEUE(NO_WAIT, ndrange_1D(1), 1, &first, 0, ^{ while (!atomic_load_explicit(n, RLX)); });
      }
      KERNEL(user_event_fails) {
        clk_event_t set = create_user_event(), last, marker;
        ENQUEUE(NO_WAIT, ndrange_1D(1), 1, &set, &last, ^{ out[0] = 1; });
        enqueue_marker(get_default_queue(), 1, &last, &marker);
        ENQUEUE(NO_WAIT, ndrange_1D(1), 1, &marker, 0, ^{ out[1] = 1; });
        ENQUEUE(WAIT_KERNEL, ndrange_1D(1), ^{ out[2] = 1; });
        set_user_event_status(set, -1);
        ENQUEUE(WAIT_KERNEL, ndrange_1D(1), 1, &set, 0, ^{ out[3] = 1; });
      }
      KERNEL(user_event_fails_too_late) {
        clk_event_t set = create_user_event();
        ENQUEUE(NO_WAIT, ndrange_1D(1), 1, &set, 0, ^{ out[0] = 1; });
        set_user_event_status(set, CL_COMPLETE);
        set_user_event_status(set, -1);
      }
      KERNEL(grandchild_fails) {
        clk_event_t child;
        ENQUEUE(NO_WAIT, ndrange_1D(1), 0, 0, &child, ^{
          clk_event_t set = create_user_event();
          out[0] = 1;
          ENQUEUE(NO_WAIT, ndrange_1D(1), 1, &set, 0, ^{
            ENQUEUE(NO_WAIT, ndrange_1D(1), ^{ out[1] = 1; });
          });
          set_user_event_status(set, -5);
        });
        ENQUEUE(NO_WAIT, ndrange_1D(1), 1, &child, 0, ^{ out[2] = 1; });
      }
      KERNEL(nobody_waits_for_failed) {
        clk_event_t set = create_user_event();
        ENQUEUE(WAIT_KERNEL, ndrange_1D(1), ^{ out[0] = 1; });
        set_user_event_status(set, -1);
      }
      KERNEL(errors) {
        clk_event_t none = CLK_NULL_EVENT;
        out[0] = ENQUEUE(NO_WAIT, ndrange_1D(1), 1, &none, 0, ^{ a[0] = 1; });
        out[1] = ENQUEUE(NO_WAIT, ndrange_1D(8192, 8192), ^{ a[0] = 1; });
        out[2] = ENQUEUE(NO_WAIT, ndrange_1D(1), ^(local void *p) { a[0] = 1; }, 0);
        out[3] = enqueue_marker(get_default_queue(), 0, 0, &none);
      }
      """;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path folder;

  private final StringWriter out = new StringWriter();

  private int explore(String... more) throws IOException {
    Files.writeString(
        folder.resolve("k.cl"),
        SOURCE + "kernel void copy(global int *from, global int *to) { to[1] = from[0]; }\n");
    List<String> words = new ArrayList<>(List.of("explore", "--json"));
    words.addAll(List.of(more));
    return Main.run(
        new PrintWriter(out, true), new PrintWriter(out, true), words.toArray(String[]::new));
  }

  private int kernel(String kernel, int global, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of(folder.resolve("k.cl").toString()));
    words.addAll(List.of("--kernel", kernel, "--options", "-cl-std=CL2.0"));
    words.addAll(List.of("--global", "" + global, "--local", "" + Math.min(2, global)));
    words.addAll(List.of("--arg", "a=int[4]", "--arg", "n=int[1]", "--arg", "out=int[4]"));
    words.addAll(List.of(more));
    return explore(words.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "wait_kernel, 4, 'out[0] == 4 && out[1] == 3 && out[2] == 2 && out[3] == 1'",
    "wait_group, 4, 'out[0] == 3 && out[1] == 7'",
    "captured, 2, 'out[0] == 5 && out[1] == 6'",
    "ordered_siblings, 1, 'out[0] == 1'",
    "counting_siblings, 1, 'out[0] + out[1] == 1 && n[0] == 2'",
    "waits_for_child, 1, 'out[0] == 1'",
    "sometimes, 4, 'out[0] == 0 || out[0] == 5'",
    "nested, 1, 'out[0] == 3 && out[1] == 4'",
    "user_event, 1, 'out[0] == 7'",
    "user_event_twice, 1, 'out[0] == 1 && out[1] == 2'",
    "user_event_of_nobody, 1, 'out[0] == 1'",
    "marked, 1, 'out[0] == 3 && out[1] == 0'",
    "user_event_fails, 1, 'out[0] == 0 && out[1] == 0 && out[2] == 1 && out[3] == 0'",
    "user_event_fails_too_late, 1, 'out[0] == 1'",
    "grandchild_fails, 1, 'out[0] == 1 && out[1] == 0 && out[2] == 0'",
    "nobody_waits_for_failed, 1, 'out[0] == 1'",
    "errors, 1, 'out[0] < 0 && out[1] < 0 && out[2] < 0 && out[3] < 0'",
    "local_memory, 1, 'out[0] == 7 && out[1] == 7 && out[2] == 8 && out[3] == 8'"
  })
  void childrenRunWhenAllHasEndedThatTheyWaitFor(String kernel, int global, String assertion)
      throws IOException {
    int status = kernel(kernel, global, "--assert", assertion);
    assertEquals(ExitStatus.OK, status, out::toString);
    assertTrue(out.toString().contains("\"complete\":true"), out::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "no_wait, 1, data-race",
    "wait_other_group, 4, data-race",
    "siblings, 1, data-race",
    "waits_in_vain, 1, hang",
    "user_event_early, 1, data-race",
    "user_event_running, 1, hang",
    "marked_one, 1, data-race",
    "local_memory_races, 1, data-race",
    "out_of_bounds, 1, out-of-bounds"
  })
  void childrenHaveFaults(String kernel, int global, String fault) throws IOException {
    int status = kernel(kernel, global);
    assertEquals(ExitStatus.FINDINGS, status, out::toString);
    assertTrue(out.toString().contains("\"kind\":\"" + fault + "\""), out::toString);
    assertTrue(out.toString().contains("\"complete\":true"), out::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "sometimes, 4, out[0] == 5",
    "sometimes, 4, out[0] == 0",
    "counting_siblings, 1, out[0] == 1",
    "counting_siblings, 1, out[1] == 1"
  })
  void eachExecutionIsFound(String kernel, int global, String state) throws IOException {
    assertEquals(ExitStatus.OK, kernel(kernel, global, "--exists", state), out::toString);
  }

  /** A kernel is complete when those that it has enqueued are, and fails where one of them does. */
  @ParameterizedTest
  @CsvSource({
    "captured, ', \"after\": [0]', 'a[1] == 5', 0",
    "captured, '', 'a[1] == 5', 1",
    "nobody_waits_for_failed, ', \"after\": [0]', 'a[1] == 1', 0",
    "grandchild_fails, ', \"after\": [0]', 'out[0] == 1 && a[1] == 0', 0"
  })
  void aLaunchWaitsForTheChildrenOfAnother(
      String kernel, String after, String assertion, int status) throws IOException {
    Path file = folder.resolve("k.json");
    String launch =
        """
        {"source": "k.cl", "options": "-cl-std=CL2.0",
         "buffers": {"a": {"type": "int", "count": 4}, "n": {"type": "int", "count": 1},
                     "out": {"type": "int", "count": 4}},
         "launches": [
           {"kernel": "%s", "global": [1],
            "args": [{"buffer": "a"}, {"buffer": "n"}, {"buffer": "out"}]},
           {"kernel": "copy", "global": [1],
            "args": [{"buffer": "out"}, {"buffer": "a"}]%s}]}
        """
            .formatted(kernel, after);
    Files.writeString(file, launch);
    int found = explore(file.toString(), "--assert", assertion);
    assertEquals(status == 0 ? ExitStatus.OK : ExitStatus.FINDINGS, found, out::toString);
  }

  /**
   * That a child begins, once it may, is promised under fair alone; within it each model holds as
   * within a launch of the host.
   */
  @ParameterizedTest
  @CsvSource({
    "waits_for_child, hsa obe hsa-obe lobe unfair",
    "waits_in_vain, fair hsa obe hsa-obe lobe unfair",
    "user_event_running, fair hsa obe hsa-obe lobe unfair",
    "child_waits_for_parent, unfair",
    "child_waits_for_lower_group, obe unfair",
    "child_waits_for_higher_group, hsa obe hsa-obe lobe unfair",
    "child_groups_lock, hsa unfair",
    "first_waits_for_second_child, hsa obe hsa-obe lobe unfair",
    "second_waits_for_first_child, hsa obe hsa-obe lobe unfair",
    "second_waits_by_event, ''",
    "nested, ''",
    "marked, ''"
  })
  void progressModelsPromiseNothingOfChildren(String kernel, String hanging) throws IOException {
    for (String model : List.of("fair", "hsa", "obe", "hsa-obe", "lobe", "unfair")) {
      out.getBuffer().setLength(0);
      int status = kernel(kernel, 1, "--progress", model);
      boolean hangs = List.of(hanging.split(" ", -1)).contains(model);
      assertEquals(hangs ? ExitStatus.FINDINGS : ExitStatus.OK, status, model + out);
      assertEquals(hangs, out.toString().contains("\"kind\":\"hang\""), model + out);
      assertTrue(out.toString().contains("\"complete\":true"), model + out);
    }
  }

  @Test
  void catFilesAreRefused() throws IOException {
    assertEquals(ExitStatus.BAD_INPUT, kernel("captured", 1, "--model", "rc11"), out::toString);
    assertTrue(out.toString().contains("queue"), out::toString);
  }
}
