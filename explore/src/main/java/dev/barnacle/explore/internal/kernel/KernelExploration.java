package dev.barnacle.explore.internal.kernel;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelLaunch;
import dev.barnacle.explore.KernelModel;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.explore.internal.kernel.code.FunctionCode;
import dev.barnacle.explore.internal.kernel.code.KernelCode;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.code.Targets;
import dev.barnacle.explore.internal.kernel.graph.ScopeRule;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.Place;
import dev.barnacle.explore.internal.kernel.item.Stepper;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.explore.internal.kernel.search.BlindUpdates;
import dev.barnacle.explore.internal.kernel.search.KernelSearch;
import dev.barnacle.explore.internal.kernel.search.Results;
import dev.barnacle.explore.internal.kernel.search.SequentialOrder;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Explores one launch. */
public final class KernelExploration {
  private final KernelModel model;
  private final int unroll;
  private final KernelLaunch launch;
  private final KernelCode code;
  private final LaunchMemory memory;
  private final Place[] places;
  private final BlindUpdates blind;

  /**
   * Prepares an exploration.
   *
   * @throws ExploreException if the launch has something that cannot be explored
   */
  public KernelExploration(KernelModel model, int unroll, int subGroupSize, KernelLaunch launch)
      throws ExploreException {
    this.model = model;
    this.unroll = unroll;
    this.launch = launch;
    this.code = new KernelCode(List.of(launch.kernel()));
    this.memory = new LaunchMemory(launch, code);
    this.places = new Places(launch, memory, subGroupSize).all();
    this.blind = targets();
  }

  private BlindUpdates targets() {
    Targets targets = new Targets(code);
    for (int i = 0; i < launch.arguments().size(); i++) {
      targets.argument(launch.kernel().parameters().get(i), memory.target(i));
    }
    code.variables().keySet().forEach(v -> targets.variable(v, memory.target(v)));
    targets.run();
    return new BlindUpdates(targets.mixed());
  }

  /** Explores. */
  public KernelOutcome run(BooleanSupplier stop) throws ExploreException {
    boolean reaching = model == KernelModel.OPENCL_3_1;
    Stepper stepper =
        new Stepper(code, places, reaching ? ScopeRule.REACHING : ScopeRule.SAME, unroll);
    SequentialOrder order =
        new SequentialOrder(
            model == KernelModel.OPENCL ? SequentialOrder.Rule.ALL : SequentialOrder.Rule.INCLUSIVE,
            stepper.synchronization(),
            hasNarrow());
    Item[] items = new Item[places.length];
    for (int i = 0; i < items.length; i++) {
      items[i] = Stepper.begin(places[i], code, launch.kernel(), items.length);
    }
    List<MemoryObject> observed = observed(items[0].mayWrite());
    Results results = new Results();
    new KernelSearch(stepper, order, observed, blind, results, stop)
        .run(new Execution(memory.objects(), items));
    return new OutcomeMaker(places, observed, results).make();
  }

  private List<MemoryObject> observed(long written) {
    return memory.objects().stream()
        .filter(o -> o.space() != AddressSpace.LOCAL && !o.constant())
        .filter(o -> (Targets.object(o.number()) & written) != 0)
        .toList();
  }

  /** Returns whether a seq_cst operation has a narrower scope than a device. */
  private boolean hasNarrow() {
    for (FunctionCode function : code.functions()) {
      for (Op op : function.ops) {
        MemoryScope scope = sequentialScope(op);
        if (scope != null && SequentialOrder.isNarrow(scope)) {
          return true;
        }
      }
    }
    return false;
  }

  private static @org.jspecify.annotations.Nullable MemoryScope sequentialScope(Op op) {
    return switch (op.source) {
      case AtomicLoad i when i.order() == MemoryOrder.SEQ_CST -> i.scope();
      case AtomicStore i when i.order() == MemoryOrder.SEQ_CST -> i.scope();
      case AtomicRmw i when i.order() == MemoryOrder.SEQ_CST -> i.scope();
      case AtomicCompareExchange i
          when i.order() == MemoryOrder.SEQ_CST || i.failureOrder() == MemoryOrder.SEQ_CST ->
          i.scope();
      case Fence i when i.order() == MemoryOrder.SEQ_CST -> i.scope();
      default -> null;
    };
  }
}
