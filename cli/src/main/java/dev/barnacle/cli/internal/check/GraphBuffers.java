package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cl.analysis.KernelUse;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The buffers of a graph or a sparse matrix in compressed rows (CSR), as far as the names say which
 * these are: where each row begins, and the columns. Zeros there are a graph without edges.
 *
 * @param offsets where rows begin, and the last one ends
 * @param indices the column, or the other end, of each entry
 */
record GraphBuffers(String offsets, String indices) {
  private static final Pattern OFFSETS =
      Pattern.compile(
          "(?i)^(xadj|indptr|(row|col|node|vertex|in|out|edge|adj|csr|v)?_?"
              + "(ptrs?|offsets?|starts?|begins?|rows?))$|row_?(ptr|off|start|idx|index)");
  private static final Pattern INDICES =
      Pattern.compile(
          "(?i)^(col(umn)?s?|targets?|dest(ination)?s?|adj(acency|ncy)?|edges?|neigh\\w*|nbrs?"
              + "|indices|dst|(col(umn)?|in|out|edge|csr|adj)_?(idx|ind|ids?|index|indices))$"
              + "|edge_?(dst|dest|target)|col_?(idx|ind)");

  /** Returns those of a kernel; empty where it has none, or indices of another kind as well. */
  static Optional<GraphBuffers> of(Kernel kernel) {
    List<String> offsets = named(kernel, OFFSETS);
    List<String> indices = named(kernel, INDICES);
    if (offsets.size() != 1 || indices.size() != 1) {
      return Optional.empty();
    }
    Set<String> known = Set.of(offsets.getFirst(), indices.getFirst());
    return known.containsAll(KernelUse.of(kernel).addresses().places())
        ? Optional.of(new GraphBuffers(offsets.getFirst(), indices.getFirst()))
        : Optional.empty();
  }

  /** Returns whether a buffer of integers holds where rows begin, as far as its name says. */
  static boolean isOffsets(KernelParameter parameter) {
    return isIntegers(parameter) && OFFSETS.matcher(parameter.name()).find();
  }

  private static List<String> named(Kernel kernel, Pattern pattern) {
    return kernel.parameters().stream()
        .filter(GraphBuffers::isIntegers)
        .map(KernelParameter::name)
        .filter(name -> pattern.matcher(name).find())
        .toList();
  }

  private static boolean isIntegers(KernelParameter parameter) {
    return (parameter.kind() == KernelParameter.Kind.GLOBAL
            || parameter.kind() == KernelParameter.Kind.CONSTANT)
        && ObjectWords.type(parameter)
            .filter(t -> t.lanes() == 1 && !t.scalar().isFloat())
            .isPresent();
  }
}
