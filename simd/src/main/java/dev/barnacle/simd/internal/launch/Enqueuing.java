package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.enqueue.ChildCommand;
import dev.barnacle.engine.enqueue.CommandTree;
import dev.barnacle.ir.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The needs of a kernel-instance that may enqueue others.
 *
 * @param tree that it belongs to
 * @param command that it is
 * @param kernels of the program, by name
 */
public record Enqueuing(CommandTree tree, ChildCommand command, Map<String, Function> kernels) {
  /** Returns the kernels of these names; null for what is none. */
  List<@Nullable Function> named(List<String> names) {
    List<@Nullable Function> named = new ArrayList<>();
    names.forEach(n -> named.add(kernels.get(n)));
    return named;
  }
}
