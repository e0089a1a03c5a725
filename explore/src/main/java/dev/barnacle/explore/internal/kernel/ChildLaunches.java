package dev.barnacle.explore.internal.kernel;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.enqueue.EnqueueFlag;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelLaunch;
import dev.barnacle.explore.internal.kernel.code.Child;
import dev.barnacle.explore.internal.kernel.code.Children;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Types;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** Makes launches of the kernels that are enqueued on the device. */
final class ChildLaunches {
  private static final int MOST = 256;

  /** The alignment of a block, of which kernels may capture any type. */
  private static final int ALIGNMENT = 128;

  /** The kernel of markers and user events. */
  private static final Function NOTHING = nothing();

  private ChildLaunches() {}

  private static Function nothing() {
    KernelInfo info = new KernelInfo(List.of());
    Function nothing = new Function("nothing", Types.VOID, List.of(), info, null);
    new IrBuilder(nothing.newBlock("entry")).ret();
    return nothing;
  }

  /** Returns some launches and those behind them. */
  static List<KernelLaunch> with(List<KernelLaunch> launches, Children children) {
    List<KernelLaunch> all = new ArrayList<>(launches);
    children.all().forEach(child -> all.add(of(child)));
    return all;
  }

  private static KernelLaunch of(Child child) {
    Function kernel = child.enqueue().kernel();
    if (kernel == null) {
      return new KernelLaunch(NOTHING, child.range(), List.of(), List.of(), List.of());
    }
    Location at = child.enqueue().location();
    String name = at == null ? "block " + kernel.name() : "block of line " + at.line();
    List<Argument> arguments = new ArrayList<>();
    List<String> names = new ArrayList<>();
    long bytes = Math.max(Long.BYTES, child.literal());
    arguments.add(
        new Argument.Memory(Arena.ofAuto().allocate(bytes, ALIGNMENT), Argument.Access.READ_ONLY));
    names.add(name);
    for (long size : child.localSizes()) {
      names.add("argument " + arguments.size() + " of " + name);
      arguments.add(new Argument.Local(size));
    }
    return new KernelLaunch(kernel, child.range(), arguments, names, List.of());
  }

  /**
   * Checks whether another one can be explored.
   *
   * @param launches those of the host
   */
  static void check(List<KernelLaunch> launches, Child child, Children known)
      throws ExploreException {
    if (known.all().size() == MOST) {
      throw new ExploreException(
          "more than " + MOST + " kernels are enqueued on the device", child.enqueue().location());
    }
    boolean shared =
        launches.stream()
            .anyMatch(
                l ->
                    !l.shared().isEmpty()
                        || l.arguments().stream().anyMatch(Argument.Shared.class::isInstance));
    if (shared && child.flag() == EnqueueFlag.NO_WAIT) {
      throw new ExploreException(
          "explore knows no CLK_ENQUEUE_FLAGS_NO_WAIT beside shared virtual memory",
          child.enqueue().location());
    }
  }
}
