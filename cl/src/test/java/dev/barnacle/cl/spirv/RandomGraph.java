package dev.barnacle.cl.spirv;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * A random control-flow graph as a kernel {@code k(global int *data)} of SPIR-V, and what it makes
 * of an element. Each node changes a number, then goes on: branches and switches of 8 to 64 bits
 * have equal targets as often as not, edges go backwards too. A counter ends the walk.
 */
final class RandomGraph {
  private static final int STEPS = 40;

  /** How a node goes on. */
  private enum Kind {
    BRANCH,
    CONDITION,
    SWITCH
  }

  /**
   * A node.
   *
   * @param bits of a switch's selector
   * @param targets the nodes that come next: a switch's default first
   * @param cases a switch's cases, one fewer than targets
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Node(int factor, int added, Kind kind, int bits, int[] targets, int[] cases) {
    int next(int x) {
      return switch (kind) {
        case BRANCH -> targets[0];
        case CONDITION -> targets[(x & 4) != 0 ? 0 : 1];
        case SWITCH -> {
          for (int i = 0; i < cases.length; i++) {
            if (cases[i] == (x & 7)) {
              yield targets[i + 1];
            }
          }
          yield targets[0];
        }
      };
    }
  }

  private final List<Node> nodes = new ArrayList<>();
  private final RandomGenerator random;
  private final boolean anEntryAnEdge;

  /** What a node's number is when it is reached from each parent: the parent's, or a constant. */
  private final List<Map<Integer, Integer>> constants = new ArrayList<>();

  /**
   * Makes a graph.
   *
   * @param anEntryAnEdge whether an {@code OpPhi} has an entry for each edge, as it had before 2024
   */
  RandomGraph(RandomGenerator random, boolean anEntryAnEdge) {
    this.random = random;
    this.anEntryAnEdge = anEntryAnEdge;
    int count = random.nextInt(2, 8);
    for (int i = 0; i < count; i++) {
      nodes.add(node(count));
      constants.add(new LinkedHashMap<>());
    }
    for (int i = 0; i < count; i++) {
      for (int target : nodes.get(i).targets) {
        if (random.nextInt(3) == 0 && target < count) {
          constants.get(target).put(i, random.nextInt(100));
        }
      }
    }
  }

  private Node node(int count) {
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    int cases = kind == Kind.SWITCH ? random.nextInt(0, 6) : 0;
    int[] some = random.ints(2, 0, count + 1).toArray(); // node `count` is the end
    int[] targets = new int[kind == Kind.SWITCH ? cases + 1 : kind == Kind.CONDITION ? 2 : 1];
    for (int i = 0; i < targets.length; i++) {
      targets[i] = some[random.nextInt(2)];
    }
    int[] values = random.ints(0, 8).distinct().limit(cases).toArray();
    int factor = random.nextInt(50) * 2 + 1;
    return new Node(factor, random.nextInt(1000), kind, 8 << random.nextInt(4), targets, values);
  }

  /** Returns what the kernel makes of an element. */
  int result(int element) {
    int x = element;
    int at = 0;
    for (int steps = STEPS; ; ) {
      Node node = nodes.get(at);
      x = x * node.factor + node.added;
      steps--;
      if (steps == 0) {
        return x;
      }
      int next = node.next(x);
      if (next == nodes.size()) {
        return x;
      }
      x = constants.get(next).getOrDefault(at, x);
      at = next;
    }
  }

  /** Returns the kernel as SPIRV-Tools' text. */
  String text() {
    StringBuilder out = new StringBuilder(HEAD);
    for (int bits : new int[] {8, 16, 64}) {
      out.append("%u").append(bits).append(" = OpTypeInt ").append(bits).append(" 0\n");
    }
    constant(out, STEPS);
    constants.forEach(m -> m.values().forEach(c -> constant(out, c)));
    for (Node node : nodes) {
      constant(out, node.factor);
      constant(out, node.added);
    }
    out.append(BEGIN);
    for (int i = 0; i < nodes.size(); i++) {
      block(out, i);
    }
    out.append("%end = OpLabel\n%x = OpPhi %u32");
    for (int i = 0; i < nodes.size(); i++) {
      out.append(" %y").append(i).append(" %n").append(i);
      for (int k = entries(nodes.get(i), nodes.size()); k > 0; k--) {
        out.append(" %y").append(i).append(" %m").append(i);
      }
    }
    return out.append("\nOpStore %address %x Aligned 4\nOpReturn\nOpFunctionEnd\n").toString();
  }

  private static void constant(StringBuilder out, int value) {
    String line = "%c" + value + " = OpConstant %u32 " + value + "\n";
    if (out.indexOf(line) < 0) {
      out.append(line);
    }
  }

  /** Returns how many entries a node's edges make in another one's {@code OpPhi}. */
  private int entries(Node node, int to) {
    int edges = 0;
    for (int target : node.targets) {
      edges += target == to ? 1 : 0;
    }
    return anEntryAnEdge ? edges : Math.min(edges, 1);
  }

  private void block(StringBuilder out, int i) {
    Node node = nodes.get(i);
    StringBuilder values = new StringBuilder(i == 0 ? " %element %entry" : "");
    StringBuilder counts = new StringBuilder(i == 0 ? " %c" + STEPS + " %entry" : "");
    for (int from = 0; from < nodes.size(); from++) {
      Integer constant = constants.get(i).get(from);
      for (int k = entries(nodes.get(from), i); k > 0; k--) {
        values.append(constant == null ? " %y" + from : " %c" + constant).append(" %m" + from);
        counts.append(" %s").append(from).append(" %m").append(from);
      }
    }
    String text =
        """
        %n# = OpLabel
        %x# = PHI %u32 VALUES
        %r# = PHI %u32 COUNTS
        %p# = OpIMul %u32 %x# %cFACTOR
        %y# = OpIAdd %u32 %p# %cADDED
        %s# = OpISub %u32 %r# %c1
        %b# = OpIEqual %bool %s# %c0
        OpBranchConditional %b# %end %m#
        %m# = OpLabel
        """
            .replace("PHI", values.isEmpty() ? "OpUndef" : "OpPhi")
            .replace(" VALUES", values)
            .replace(" COUNTS", counts)
            .replace("FACTOR", "" + node.factor)
            .replace("ADDED", "" + node.added);
    out.append((text + next(node)).replace("#", "" + i));
  }

  private String next(Node node) {
    List<String> targets = new ArrayList<>();
    for (int target : node.targets) {
      targets.add(target == nodes.size() ? "%end" : "%n" + target);
    }
    return switch (node.kind) {
      case BRANCH -> "OpBranch " + targets.getFirst() + "\n";
      case CONDITION ->
          """
          %f# = OpBitwiseAnd %u32 %y# %c4
          %g# = OpINotEqual %bool %f# %c0
          OpBranchConditional %g# TARGETS
          """
              .replace("TARGETS", String.join(" ", targets));
      case SWITCH -> {
        StringBuilder cases = new StringBuilder(targets.getFirst());
        for (int i = 0; i < node.cases.length; i++) {
          cases.append(' ').append(node.cases[i]).append(' ').append(targets.get(i + 1));
        }
        String selector = node.bits == 32 ? "%f#" : "%g#";
        yield "%f# = OpBitwiseAnd %u32 %y# %c7\n"
            + (node.bits == 32 ? "" : "%g# = OpUConvert %u" + node.bits + " %f#\n")
            + ("OpSwitch " + selector + " " + cases + "\n");
      }
    };
  }

  private static final String HEAD =
      """
      OpCapability Addresses
      OpCapability Kernel
      OpCapability Int8
      OpCapability Int16
      OpCapability Int64
      OpMemoryModel Physical64 OpenCL
      OpEntryPoint Kernel %k "k" %id
      OpDecorate %id BuiltIn GlobalInvocationId
      %void = OpTypeVoid
      %bool = OpTypeBool
      %u32 = OpTypeInt 32 0
      %c0 = OpConstant %u32 0
      %c1 = OpConstant %u32 1
      %c4 = OpConstant %u32 4
      %c7 = OpConstant %u32 7
      """;

  private static final String BEGIN =
      """
      %long3 = OpTypeVector %u64 3
      %input = OpTypePointer Input %long3
      %global = OpTypePointer CrossWorkgroup %u32
      %type = OpTypeFunction %void %global
      %id = OpVariable %input Input
      %k = OpFunction %void None %type
      %data = OpFunctionParameter %global
      %entry = OpLabel
      %all = OpLoad %long3 %id Aligned 32
      %own = OpCompositeExtract %u64 %all 0
      %address = OpInBoundsPtrAccessChain %global %data %own
      %element = OpLoad %u32 %address Aligned 4
      OpBranch %n0
      """;
}
