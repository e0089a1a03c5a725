package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.engine.Argument;
import dev.barnacle.explore.CommandSet;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelLaunch;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.explore.Observable;
import dev.barnacle.explore.Outcome;
import dev.barnacle.explore.Question;
import dev.barnacle.explore.Scenario;
import dev.barnacle.explore.internal.Exploration;
import dev.barnacle.explore.internal.kernel.ImageRules;
import dev.barnacle.explore.internal.kernel.KernelSettings;
import dev.barnacle.explore.internal.kernel.LaunchMemory;
import dev.barnacle.explore.internal.kernel.Places;
import dev.barnacle.explore.internal.kernel.code.Edits;
import dev.barnacle.explore.internal.kernel.code.KernelCode;
import dev.barnacle.explore.internal.kernel.item.Place;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.explore.internal.properties.Barriers;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.model.Model;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Explores launches under any model: every execution whose reads read from a write of their value,
 * cycles of sequenced-before and reads-from included, is one if the model's axioms say so.
 */
public final class GeneralExploration {
  private final KernelSettings settings;
  private final Model model;
  private final List<MemoryObject> objects;
  private final Place[] places;
  private final List<WorkItemCode> items = new ArrayList<>();
  private final AccessedMemory accesses;
  private final Unchecked unchecked = new Unchecked();
  private final List<Set<Integer>> stages;

  /**
   * Prepares an exploration.
   *
   * @throws ExploreException if a launch has something that cannot be explored so
   */
  public GeneralExploration(KernelSettings settings, Model model, CommandSet commands)
      throws ExploreException {
    this.settings = settings;
    this.model = model;
    this.stages = Stages.of(commands);
    List<KernelLaunch> launches = commands.launches();
    List<Function> kernels = launches.stream().map(KernelLaunch::kernel).toList();
    KernelCode code = new KernelCode(kernels, Edits.NONE);
    for (KernelLaunch launch : launches) {
      ImageRules.check(launch, code);
      if (launch.arguments().stream().anyMatch(Argument.Shared.class::isInstance)) {
        throw new ExploreException(
            "a .cat file takes no shared virtual memory", launch.kernel().location());
      }
    }
    LaunchMemory memory = new LaunchMemory(launches, code, settings.locals());
    this.objects = memory.objects();
    this.places = new Places(launches, memory, settings.subGroupSize()).all();
    this.accesses = new AccessedMemory(objects);
    for (Place place : places) {
      WorkItemCode item = new WorkItemCode(kernels.get(place.launch()), code, place, objects);
      accesses.add(item.function());
      unchecked.add(item);
      items.add(item);
    }
    accesses.settle();
    for (WorkItemCode item : items) {
      new Pieces(item.function(), accesses, objects).split(item.structs());
    }
    if (items.stream().anyMatch(i -> !i.barriers().isEmpty()) && !Barriers.areIn(model)) {
      throw new ExploreException(
          "the model " + model.name() + " does not say what a barrier of a work-group does",
          kernels.getFirst().location());
    }
  }

  /** Explores: the launches of a stage from each memory that those before may end with. */
  public KernelOutcome run(BooleanSupplier stop) throws ExploreException {
    List<MemoryObject> observed =
        objects.stream()
            .filter(o -> o.space() != AddressSpace.LOCAL && accesses.isWritten(o))
            .toList();
    KernelOutcome outcome = stage(stages.getFirst(), observed, Map.of(), stop);
    for (Set<Integer> launches : stages.subList(1, stages.size())) {
      if (!outcome.isClean()) {
        return Stages.ended(outcome);
      }
      List<KernelOutcome> later = new ArrayList<>();
      for (KernelOutcome.State state : outcome.states()) {
        Map<MemoryObject, byte[]> contents = new HashMap<>();
        for (int i = 0; i < observed.size(); i++) {
          contents.put(observed.get(i), state.contents().get(i));
        }
        later.add(stage(launches, observed, contents, stop));
      }
      outcome = Stages.after(outcome, later);
    }
    return outcome;
  }

  /**
   * Explores launches that may run at the same time.
   *
   * @param initial what objects hold at first, if that is not what they hold before all
   */
  private KernelOutcome stage(
      Set<Integer> launches,
      List<MemoryObject> observed,
      Map<MemoryObject, byte[]> initial,
      BooleanSupplier stop)
      throws ExploreException {
    Place[] here =
        Arrays.stream(places).filter(p -> launches.contains(p.launch())).toArray(Place[]::new);
    List<WorkItemCode> members = Arrays.stream(here).map(p -> items.get(p.index())).toList();
    Scenario scenario = scenario(members, accesses.memory(initial));
    List<Observable> observables = new ArrayList<>();
    for (MemoryObject o : observed) {
      int memory = objects.indexOf(o);
      int count = scenario.memory().get(memory).initial().size();
      IntStream.range(0, count).forEach(e -> observables.add(new Observable.Element(memory, e)));
    }
    int elements = observables.size();
    for (int t = 0; t < members.size(); t++) {
      observables.add(new Observable.Register(t, members.get(t).failed()));
    }
    Question question = new Question(observables, s -> true, s -> true, List.of());
    Outcome outcome = explore(scenario, question, stop);
    return new GeneralOutcome(members, here, observed, accesses, initial, elements)
        .of(outcome, unchecked.limits(), settings.drawn());
  }

  private Outcome explore(Scenario scenario, Question question, BooleanSupplier stop)
      throws ExploreException {
    Exploration exploration = new Exploration(model, false, Exploration.SHORT);
    if (settings.jobs() < 2) {
      return exploration.run(scenario, question, null, settings.unroll(), stop);
    }
    try (ForkJoinPool pool = new ForkJoinPool(settings.jobs())) {
      return pool.submit(() -> exploration.run(scenario, question, null, settings.unroll(), stop))
          .get();
    } catch (ExecutionException e) {
      throw cause(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExploreException("the exploration was interrupted", null);
    }
  }

  private static ExploreException cause(ExecutionException e) {
    Throwable cause = e.getCause();
    while (cause != null) {
      if (cause instanceof ExploreException known) {
        return known;
      }
      cause = cause.getCause();
    }
    throw new IllegalStateException(e);
  }

  private Scenario scenario(List<WorkItemCode> members, List<Scenario.Memory> memory) {
    List<Integer> arguments = IntStream.range(0, objects.size()).boxed().toList();
    List<Scenario.Worker> workers = new ArrayList<>();
    Map<Instruction, String> barriers = new HashMap<>();
    for (int i = 0; i < members.size(); i++) {
      WorkItemCode item = members.get(i);
      barriers.putAll(item.barriers());
      workers.add(
          new Scenario.Worker(
              "work-item " + i,
              item.function(),
              arguments,
              item.place().subGroup(),
              item.place().group(),
              0));
    }
    return new Scenario(workers, memory, Map.of(), barriers, true, true);
  }
}
