package dev.barnacle.cl;

import dev.barnacle.cl.internal.host.HostCpu;
import dev.barnacle.cl.internal.host.ProcessorTopology;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The arrangement of a device's processors. Where the system gives none, all are cores of one
 * group.
 *
 * @param nodes memory nodes that have some of them
 * @param cachesPerNode groups of a node, at most, that share a cache of level 3
 * @param coresPerCache cores of such a group, at most
 * @param threadsPerCore processors, at most, that are one core: they share its cache of level 1
 */
public record ProcessorShape(int nodes, int cachesPerNode, int coresPerCache, int threadsPerCore) {
  static ProcessorShape of(int computeUnits, List<Integer> processors) {
    return of(
        computeUnits,
        ProcessorTopology.groups(AffinityDomain.NUMA, processors),
        ProcessorTopology.groups(AffinityDomain.L3_CACHE, processors),
        ProcessorTopology.groups(AffinityDomain.L1_CACHE, processors));
  }

  /** Makes it of the groups that share a node, a cache, and a core; none where that is unknown. */
  static ProcessorShape of(
      int computeUnits,
      List<List<Integer>> nodes,
      List<List<Integer>> caches,
      List<List<Integer>> cores) {
    if (cores.isEmpty()) {
      return new ProcessorShape(1, 1, computeUnits, 1);
    }
    List<Integer> all = cores.stream().flatMap(List::stream).sorted().toList();
    List<List<Integer>> wholes = nodes.isEmpty() ? List.of(all) : nodes;
    List<List<Integer>> shared = caches.isEmpty() ? wholes : caches;
    return new ProcessorShape(
        wholes.size(),
        most(wholes, shared),
        most(shared, cores),
        cores.stream().mapToInt(List::size).max().orElse(1));
  }

  /** Returns how many of some groups a larger one meets, at most. */
  private static int most(List<List<Integer>> large, List<List<Integer>> small) {
    int most = 1;
    for (List<Integer> group : large) {
      Set<Integer> members = new HashSet<>(group);
      int met = 0;
      for (List<Integer> one : small) {
        met += one.stream().anyMatch(members::contains) ? 1 : 0;
      }
      most = Math.max(most, met);
    }
    return most;
  }

  /**
   * Returns the processor's generation as numbers, the most significant first: of x86-64 its
   * family, model and stepping, of AArch64 the architecture, variant and revision; zeros where the
   * system does not tell.
   */
  public static List<Integer> generation() {
    return HostCpu.generation();
  }
}
