package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.engine.Argument;
import dev.barnacle.explore.CommandSet;
import dev.barnacle.explore.ExecutionGraph;
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
import dev.barnacle.explore.internal.kernel.OutcomeMaker;
import dev.barnacle.explore.internal.kernel.Places;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Edits;
import dev.barnacle.explore.internal.kernel.code.KernelCode;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.item.Place;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.explore.internal.kernel.search.Results;
import dev.barnacle.explore.internal.program.ElementSizes;
import dev.barnacle.explore.internal.program.ThreadCode;
import dev.barnacle.explore.internal.program.ThreadMaker;
import dev.barnacle.explore.internal.properties.ModelProperties;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Parameter;
import dev.barnacle.model.Model;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Explores launches under any model: every execution whose reads read from a write of their value,
 * cycles of sequenced-before and reads-from included, is one if the model's axioms say so.
 */
public final class GeneralExploration {
  private final KernelSettings settings;
  private final Model model;
  private final List<MemoryObject> objects;
  private final Place[] places;
  private final List<ThreadMaker> items = new ArrayList<>();
  private final AccessedMemory accesses;
  private final List<Set<Integer>> stages;
  private final List<Function> kernels;

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
    kernels = launches.stream().map(KernelLaunch::kernel).toList();
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
    ElementSizes sizes = new ElementSizes(objects.size());
    for (Place place : places) {
      ThreadMaker item = item(code, kernels.get(place.launch()), place);
      sizes.add(item);
      items.add(item);
    }
    sizes.settle();
    this.accesses = new AccessedMemory(objects, sizes);
    if (items.stream().anyMatch(i -> !i.barriers().isEmpty())
        && !ModelProperties.knowsBarriers(model)) {
      throw new ExploreException(
          "the model " + model.name() + " does not say what a barrier of a work-group does",
          kernels.getFirst().location());
    }
  }

  private ThreadMaker item(KernelCode code, Function kernel, Place place) throws ExploreException {
    ThreadMaker item =
        new ThreadMaker(objects.size(), new KnownPlace(place, objects, code.has(Op.Kind.BARRIER)));
    long[] arguments = place.arguments().clone();
    int register = 0;
    for (Parameter p : kernel.parameters()) {
      if (p.byValueBytes() > 0) {
        int at = (int) Address.offset(arguments[register]);
        int bytes = (int) p.byValueBytes();
        Alloca memory = new Alloca(bytes, Math.max(8, p.attributes().alignment()));
        arguments[register] =
            item.allocate(memory, Arrays.copyOfRange(place.structs(), at, at + bytes));
      }
      register += p.type().lanes();
    }
    return item.make(code.of(kernel), place.constants(), arguments);
  }

  /** Explores: the launches of a stage from each memory that those before may end with. */
  public KernelOutcome run(BooleanSupplier stop) throws ExploreException {
    List<MemoryObject> observed = accesses.observed();
    List<ExecutionGraph> graphs = new ArrayList<>();
    Results results = stage(stages.getFirst(), accesses.first(), graphs, stop);
    for (Set<Integer> launches : stages.subList(1, stages.size())) {
      Results next = results.another();
      results.limits().forEach(next::limit);
      next.executions(results.executions());
      if (results.isFaulty()) {
        results.faults().forEach(f -> next.fault(f.fault(), f.executions()));
        next.limit("launches that wait for one with a fault are not looked at");
        results = next;
        break;
      }
      List<byte[]> states = new ArrayList<>();
      List<Long> counts = new ArrayList<>();
      results.states(
          (memory, count, weak, x) -> {
            states.add(memory);
            counts.add(count);
          });
      for (int i = 0; i < states.size(); i++) {
        next.after(counts.get(i), stage(launches, states.get(i), new ArrayList<>(), stop));
      }
      graphs.clear();
      results = next;
    }
    return new OutcomeMaker(places, observed, results, b -> b).make(graphs);
  }

  /**
   * Explores launches that may run at the same time.
   *
   * @param first what the objects that are observed hold at first
   * @param graphs the executions that are drawn are added to it
   */
  private Results stage(
      Set<Integer> launches, byte[] first, List<ExecutionGraph> graphs, BooleanSupplier stop)
      throws ExploreException {
    Place[] here =
        Arrays.stream(places).filter(p -> launches.contains(p.launch())).toArray(Place[]::new);
    Scenario scenario = scenario(here, accesses.memory(first));
    Map<String, Integer> barriers = new HashMap<>();
    List<ThreadCode> code = new ArrayList<>();
    List<Observable> observables = new ArrayList<>(accesses.elements());
    for (int t = 0; t < here.length; t++) {
      ThreadMaker item = items.get(here[t].index());
      code.add(new ThreadCode(item, scenario, scenario.threads().get(t), barriers));
      observables.add(new Observable.Register(t, code.get(t).mistakes));
    }
    Question question = new Question(observables, s -> true, s -> true, List.of());
    Outcome outcome =
        new Exploration(model, false, Exploration.SHORT)
            .run(settings.jobs(), scenario, code, question, settings.unroll(), stop);
    graphs.addAll(settings.drawn() ? outcome.graphs() : List.of());
    return new GeneralResults(code, here, accesses).of(outcome, first);
  }

  private Scenario scenario(Place[] here, List<Scenario.Memory> memory) {
    List<Scenario.Worker> workers = new ArrayList<>();
    for (Place place : here) {
      workers.add(
          new Scenario.Worker(
              "work-item " + workers.size(),
              kernels.get(place.launch()),
              List.of(),
              place.subGroup(),
              place.group(),
              0));
    }
    return new Scenario(workers, memory, Map.of(), Map.of(), true, true);
  }
}
