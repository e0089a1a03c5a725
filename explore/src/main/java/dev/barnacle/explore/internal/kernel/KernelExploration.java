package dev.barnacle.explore.internal.kernel;

import dev.barnacle.explore.CommandSet;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelLaunch;
import dev.barnacle.explore.KernelModel;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.explore.ProgressModel;
import dev.barnacle.explore.ProgressRules;
import dev.barnacle.explore.internal.kernel.code.Children;
import dev.barnacle.explore.internal.kernel.code.Edits;
import dev.barnacle.explore.internal.kernel.code.KernelCode;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.code.Targets;
import dev.barnacle.explore.internal.kernel.graph.ScopeRule;
import dev.barnacle.explore.internal.kernel.item.Enqueuing;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.LoadBuffering;
import dev.barnacle.explore.internal.kernel.item.Place;
import dev.barnacle.explore.internal.kernel.item.Stepper;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.explore.internal.kernel.search.BlindUpdates;
import dev.barnacle.explore.internal.kernel.search.CommandQueue;
import dev.barnacle.explore.internal.kernel.search.KernelSearch;
import dev.barnacle.explore.internal.kernel.search.Results;
import dev.barnacle.explore.internal.kernel.search.SearchLimits;
import dev.barnacle.explore.internal.kernel.search.SearchRules;
import dev.barnacle.explore.internal.kernel.search.SeenStates;
import dev.barnacle.explore.internal.kernel.search.SequentialOrder;
import dev.barnacle.explore.internal.kernel.search.Twins;
import dev.barnacle.explore.internal.kernel.search.Waiting;
import dev.barnacle.explore.internal.kernel.state.States;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.MemoryScope;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Explores launches. */
public final class KernelExploration {
  private final KernelSettings settings;
  private final CommandSet commands;
  private final Edits edits;
  private final Children children;
  private final List<KernelLaunch> launches;
  private final KernelCode code;
  private final LaunchMemory memory;
  private final Place[] places;

  /** The makers of each work-group's asynchronous copies, if there are any. */
  private final Place[] agents;

  private final BlindUpdates blind;

  /**
   * Prepares an exploration.
   *
   * @throws ExploreException if a launch has something that cannot be explored
   */
  public KernelExploration(KernelSettings settings, CommandSet commands, Edits edits)
      throws ExploreException {
    this(settings, commands, edits, new Children(commands.launches().size(), List.of()));
  }

  /** Prepares one of which it is known what is enqueued on the device. */
  private KernelExploration(
      KernelSettings settings, CommandSet commands, Edits edits, Children children)
      throws ExploreException {
    this.commands = commands;
    this.edits = edits;
    this.children = children;
    this.launches = ChildLaunches.with(commands.launches(), children);
    this.code = new KernelCode(launches.stream().map(KernelLaunch::kernel).toList(), edits);
    // One after the other, so that what is enqueued is always found in the same order.
    this.settings = code.has(Op.Kind.QUEUE) ? settings.withJobs(1) : settings;
    checkProgress();
    this.memory = new LaunchMemory(launches, code, settings.locals());
    Places all = new Places(launches, memory, settings.subGroupSize());
    this.places = all.all();
    this.agents = code.has(Op.Kind.ASYNC_COPY) ? all.agents() : new Place[0];
    this.blind = targets();
  }

  /** Under hsa within a work-group one that is not sure may keep those that are from a barrier. */
  private void checkProgress() throws ExploreException {
    ProgressRules rules = settings.progress();
    if (rules.workGroup() != ProgressModel.HSA && rules.subGroup() != ProgressModel.HSA) {
      return;
    }
    for (Op op : code.ops()) {
      if (op.kind.meets()) {
        throw new ExploreException(
            "explore knows no hsa within a work-group for kernels with barriers",
            op.source.location());
      }
    }
  }

  private BlindUpdates targets() {
    Targets targets = new Targets(code);
    for (KernelLaunch launch : launches) {
      for (int i = 0; i < launch.arguments().size(); i++) {
        targets.argument(launch.kernel().parameters().get(i), memory.target(launch, i));
      }
    }
    code.variables().keySet().forEach(v -> targets.variable(v, memory.target(v)));
    targets.run();
    return new BlindUpdates(targets.mixed());
  }

  /**
   * Explores.
   *
   * @param first whether the first fault is enough
   */
  public KernelOutcome run(boolean first, BooleanSupplier stopped) throws ExploreException {
    KernelExploration known = this;
    while (true) {
      try {
        return known.outcome(first, stopped);
      } catch (Enqueuing.Unknown e) {
        ChildLaunches.check(commands.launches(), e.child(), known.children);
        known = new KernelExploration(settings, commands, edits, known.children.with(e.child()));
      }
    }
  }

  private KernelOutcome outcome(boolean first, BooleanSupplier stopped) throws ExploreException {
    Results results = explore(first, stopped);
    if (!stopped.getAsBoolean()) {
      results.endedByFault();
    }
    Place[] actors = Arrays.copyOf(places, actors());
    System.arraycopy(agents, 0, actors, places.length, agents.length);
    return new OutcomeMaker(actors, observed(written()), results, memory::seen).make(List.of());
  }

  private Results explore(boolean first, BooleanSupplier stopped) throws ExploreException {
    boolean fair = settings.progress().equals(ProgressRules.of(ProgressModel.FAIR));
    States states =
        settings.each() == Integer.MAX_VALUE || !fair || code.has(Op.Kind.QUEUE)
            ? null
            : States.of(code, memory.objects(), hasSubGroups());
    Duration afterFault = first ? Duration.ZERO : settings.afterFault();
    StagedSearch.Search search =
        (how, seen, forks, results) -> {
          BooleanSupplier stop =
              afterFault == null
                  ? stopped
                  : () -> stopped.getAsBoolean() || results.isLongFaulty(afterFault);
          return search(
              new SearchLimits(how.jobs(), stop, forks, how.listener().behind()), seen, results);
        };
    return new StagedSearch(settings, search).run(states);
  }

  private long written() {
    long written = 0;
    for (Item item : items(new BitSet())) {
      written |= item.mayWrite();
    }
    return written;
  }

  /**
   * Searches.
   *
   * @param seen the states that were come to; null if each execution is to be visited
   * @return false if each execution is to be visited, as some are of load buffering
   */
  private boolean search(SearchLimits limits, @Nullable SeenStates seen, Results results)
      throws ExploreException {
    KernelModel model = settings.model();
    boolean reaching = model == KernelModel.OPENCL_3_1;
    long written = written();
    ScopeRule scopes = reaching ? ScopeRule.REACHING : ScopeRule.SAME;
    Stepper stepper = new Stepper(code, places, written, scopes, children, settings.unroll());
    SequentialOrder order =
        new SequentialOrder(
            model == KernelModel.OPENCL ? SequentialOrder.Rule.ALL : SequentialOrder.Rule.INCLUSIVE,
            stepper.synchronization(),
            hasNarrow());
    Waiting waiting = new Waiting(settings.progress(), children);
    CommandQueue queue = new CommandQueue(commands.waits(), children, new BitSet());
    boolean alike = !waiting.isOfOrder() && !code.has(Op.Kind.QUEUE);
    Twins twins = new Twins(alike, hasSubGroups());
    SearchRules rules = new SearchRules(observed(written), blind, waiting, twins, queue, seen);
    Execution root = begin(order, results, new BitSet());
    new KernelSearch(stepper, order, rules, results, limits).run(root);
    results.settle(LoadBuffering.LIMIT);
    boolean again = root.isBuffering();
    List<BitSet> sets = new AbsentSets(places, settings.progress(), children).all();
    if (sets == null) {
      results.limit("too many work-groups or work-items may begin in any order");
      sets = List.of();
    }
    for (BitSet absent : sets) {
      Results some = results.another();
      Execution other = begin(order, some, absent);
      CommandQueue fewer = new CommandQueue(commands.waits(), children, absent);
      new KernelSearch(stepper, order, rules.with(fewer), some, limits).run(other);
      some.settle(LoadBuffering.LIMIT);
      results.addHangs(some);
      again |= other.isBuffering();
    }
    return seen == null || !again;
  }

  /** Makes the execution in which nothing has happened; some work-items do not begin. */
  private Execution begin(SequentialOrder order, Results results, BitSet absent) {
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

  /** Makes the work-items; some do not begin. */
  private Item[] items(BitSet absent) {
    Item[] items = new Item[places.length];
    for (int i = 0; i < items.length; i++) {
      items[i] = begin(places[i]);
      if (places[i].launch() >= children.first()) {
        items[i].status = Item.Status.UNKNOWN;
      } else if (!commands.waits().get(places[i].launch()).isEmpty()) {
        items[i].status = Item.Status.QUEUED;
      } else if (absent.get(i)) {
        items[i].status = Item.Status.ABSENT;
      }
    }
    return items;
  }

  private Item begin(Place place) {
    return Stepper.begin(place, code, launches.get(place.launch()).kernel());
  }

  private int actors() {
    return places.length + agents.length;
  }

  private Item[] agents() {
    Item[] items = new Item[agents.length];
    for (int i = 0; i < items.length; i++) {
      items[i] = begin(agents[i]);
      items[i].status = Item.Status.ENDED;
    }
    return items;
  }

  private List<MemoryObject> observed(long written) {
    return memory.objects().stream()
        .filter(o -> o.space() != AddressSpace.LOCAL && !o.constant())
        .filter(o -> o.kind() != MemoryObject.Kind.PIPE)
        .filter(o -> (Targets.object(o.number()) & written) != 0)
        .toList();
  }

  /** Returns whether it matters which work-items share a sub-group. */
  private boolean hasSubGroups() {
    return code.ops().stream()
        .anyMatch(
            op ->
                (op.source instanceof Barrier b && b.kind() == Barrier.Kind.SUB_GROUP)
                    || (op.strength != null && op.says().scope() == MemoryScope.SUB_GROUP));
  }

  /** Returns whether a seq_cst operation has a narrower scope than a device. */
  private boolean hasNarrow() {
    return code.ops().stream()
        .anyMatch(op -> op.isSequential() && ScopeRule.isNarrow(op.says().scope()));
  }
}
