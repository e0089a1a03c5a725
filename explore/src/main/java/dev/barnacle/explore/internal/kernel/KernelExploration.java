package dev.barnacle.explore.internal.kernel;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelLaunch;
import dev.barnacle.explore.KernelModel;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.explore.ProgressModel;
import dev.barnacle.explore.internal.kernel.code.Edits;
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
import dev.barnacle.explore.internal.kernel.search.Waiting;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.MemoryOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Explores one launch. */
public final class KernelExploration {
  private static final int MOST_GROUPS = 10;

  private final KernelModel model;
  private final ProgressModel progress;
  private final int unroll;
  private final KernelLaunch launch;
  private final KernelCode code;
  private final LaunchMemory memory;
  private final Place[] places;

  /** Who makes the asynchronous copies of each work-group, if there are any. */
  private final Place[] agents;

  private final BlindUpdates blind;

  /**
   * Prepares an exploration.
   *
   * @throws ExploreException if the launch has something that cannot be explored
   */
  public KernelExploration(
      KernelModel model,
      ProgressModel progress,
      int unroll,
      int subGroupSize,
      KernelLaunch launch,
      Edits edits)
      throws ExploreException {
    this.model = model;
    this.progress = progress;
    this.unroll = unroll;
    this.launch = launch;
    this.code = new KernelCode(List.of(launch.kernel()), edits);
    ImageRules.check(launch, code);
    this.memory = new LaunchMemory(launch, code);
    Places all = new Places(launch, memory, subGroupSize);
    this.places = all.all();
    this.agents = code.has(Op.Kind.ASYNC_COPY) ? all.agents() : new Place[0];
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

  /**
   * Explores.
   *
   * @param first whether the first fault is enough
   * @param drawn whether executions are drawn
   */
  public KernelOutcome run(int jobs, boolean first, boolean drawn, BooleanSupplier stopped)
      throws ExploreException {
    Results results = new Results(drawn);
    BooleanSupplier stop = first ? () -> results.hasFaults() || stopped.getAsBoolean() : stopped;
    boolean reaching = model == KernelModel.OPENCL_3_1;
    Stepper stepper =
        new Stepper(code, places, reaching ? ScopeRule.REACHING : ScopeRule.SAME, unroll);
    SequentialOrder order =
        new SequentialOrder(
            model == KernelModel.OPENCL ? SequentialOrder.Rule.ALL : SequentialOrder.Rule.INCLUSIVE,
            stepper.synchronization(),
            hasNarrow());
    List<MemoryObject> observed = observed(items(0)[0].mayWrite());
    Waiting waiting = new Waiting(progress);
    new KernelSearch(stepper, order, observed, blind, waiting, results, jobs, stop)
        .run(begin(order, results, 0));
    for (long absent : absent(results)) {
      Results some = new Results(drawn);
      new KernelSearch(stepper, order, observed, blind, waiting, some, jobs, stop)
          .run(begin(order, some, absent));
      results.addHangs(some);
    }
    Place[] actors = Arrays.copyOf(places, actors());
    System.arraycopy(agents, 0, actors, places.length, agents.length);
    return new OutcomeMaker(actors, observed, results).make();
  }

  /** Makes the execution in which nothing has happened; some work-groups do not begin. */
  private Execution begin(SequentialOrder order, Results results, long absent) {
    return new Execution(
        memory.objects(),
        items(absent),
        agents(),
        (fault, x) -> {
          if (order.isPossible(x, x.memory().cells())) {
            results.fault(fault, x);
          }
        },
        results.isTraced());
  }

  /** Makes the work-items; those of some work-groups do not begin. */
  private Item[] items(long absent) {
    Item[] items = new Item[places.length];
    for (int i = 0; i < items.length; i++) {
      items[i] = Stepper.begin(places[i], code, launch.kernel(), actors());
      if ((absent >> places[i].group() & 1) != 0) {
        items[i].status = Item.Status.ABSENT;
      }
    }
    return items;
  }

  private int actors() {
    return places.length + agents.length;
  }

  private Item[] agents() {
    Item[] items = new Item[agents.length];
    for (int i = 0; i < items.length; i++) {
      items[i] = Stepper.begin(agents[i], code, launch.kernel(), actors());
      items[i].status = Item.Status.ENDED;
    }
    return items;
  }

  /** The sets of work-groups that may not begin while others wait for them. */
  private List<Long> absent(Results results) {
    int groups = places[places.length - 1].group() + 1;
    List<Long> sets = new ArrayList<>();
    if (progress == ProgressModel.LOBE) {
      for (int begun = 1; begun < Math.min(groups, Long.SIZE - 1); begun++) {
        sets.add((1L << groups) - 1 & -1L << begun);
      }
    } else if (progress == ProgressModel.OBE || progress == ProgressModel.HSA_OBE) {
      if (groups > MOST_GROUPS) {
        results.limit("more than " + MOST_GROUPS + " work-groups may begin in any order");
        return sets;
      }
      for (long set = 1; set < (1L << groups) - 1; set++) {
        sets.add(set);
      }
    }
    return sets;
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
        if (op.strength != null
            && (op.says().order() == MemoryOrder.SEQ_CST
                || op.says().failureOrder() == MemoryOrder.SEQ_CST)
            && SequentialOrder.isNarrow(op.says().scope())) {
          return true;
        }
      }
    }
    return false;
  }
}
