package dev.barnacle.cli.internal.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.internal.fuzz.Platforms;
import dev.barnacle.cli.internal.report.Issue;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Random kernels whose results differ: what is told of them. */
class FuzzTaskTest {
  private static List<Issue> issues(String kernel, String launch) {
    Task task = new Task("fuzz:3", Task.Kind.FUZZ, List.of("3", "lanes=4", "lanes=8", "lanes=16"));
    try (Platforms platforms = new Platforms()) {
      TaskResult result = new FuzzTask(task, platforms).run(kernel, launch, 0, () -> false);
      return result.answers().getFirst().issues();
    }
  }

  private static final String RIGHT =
      """
      uint mix2(uint x, uint y) {
        return x * 3u + y;
      }
      kernel void fuzz(global uint *out, global const uint *in, uint n) {
        local uint tile[16];
        uint gid = (uint) get_global_id(0);
        uint lid = (uint) get_local_id(0);
        uint a = in[gid];
        uint b = mix2(a, n);
        tile[lid] = b;
        barrier(CLK_LOCAL_MEM_FENCE);
        b ^= tile[15u - lid];
        for (uint i = 0; i < (b & 7u); i++) {
          a += mix2(a, i);
        }
        out[gid] = a ^ b;
      }
      """;

  private static final String LAUNCH =
      """
      {"source": "fuzz.cl", "kernel": "fuzz", "options": "-cl-std=CL3.0", "global": [32],
       "local": [16], "args": [{"buffer": {"type": "uint", "count": 32}},
                               {"buffer": {"type": "uint", "count": 32, "init": "random:1"}},
                               {"value": {"type": "uint", "value": 5}}]}
      """;

  /** A size of sub-groups is a difference that is there with certainty; a race would be none. */
  @Test
  void aDifferenceIsMadeSmall() {
    assertEquals(List.of(), issues(RIGHT, LAUNCH));
    String wrong =
        RIGHT.replace(
            "a += mix2(a, i);", "a += mix2(a, get_max_sub_group_size() * 3u) + (b | 1u);");
    List<Issue> issues = issues(wrong, LAUNCH);
    assertEquals(1, issues.size());
    assertEquals(
        "other results than with lanes=4: out with lanes=8 and lanes=16",
        issues.getFirst().message());
    String small = issues.getFirst().row("source");
    assertTrue(small.contains("get_max_sub_group_size()"), small);
    assertTrue(small.lines().count() <= 8, small);
  }
}
