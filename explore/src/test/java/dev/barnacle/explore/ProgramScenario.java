package dev.barnacle.explore;

import static dev.barnacle.explore.ProgramOperations.number;

import dev.barnacle.explore.RandomProgram.Kind;
import dev.barnacle.explore.RandomProgram.Op;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** A random program as the explorer gets it: every read's value and every location is observed. */
final class ProgramScenario {
  private final RandomProgram program;
  private final List<Observable> observables = new ArrayList<>();
  private final Map<Instruction, String> barriers = new HashMap<>();
  private final List<Alloca> registers = new ArrayList<>();
  private final Scenario scenario;

  ProgramScenario(RandomProgram program) {
    this.program = program;
    List<Integer> arguments = IntStream.range(0, program.locations().size()).boxed().toList();
    List<Scenario.Worker> workers = new ArrayList<>();
    for (int t = 0; t < program.threads().size(); t++) {
      var thread = program.threads().get(t);
      Function function = function(thread.ops());
      workers.add(
          new Scenario.Worker(
              "P" + t, function, arguments, 0, thread.workGroup(), thread.device()));
      for (Alloca register : registers) {
        observables.add(new Observable.Register(t, register));
      }
    }
    List<Scenario.Memory> memory = new ArrayList<>();
    for (int i : arguments) {
      var location = program.locations().get(i);
      memory.add(
          new Scenario.Memory(
              "x" + i,
              location.local(),
              4,
              List.of(new Scenario.Initial(0, -1)),
              location.atomic()));
      observables.add(new Observable.Element(i, 0));
    }
    scenario = new Scenario(workers, memory, Map.of(), barriers, true);
  }

  /** Explores it: everything is observed, and the condition is that the first value is 0. */
  Outcome explore(Explorer explorer) throws ExploreException {
    return explorer.explore(
        scenario, question(observables, s -> true), Explorer.DEFAULT_UNROLL, () -> false);
  }

  /**
   * Explores it where only some places are observed.
   *
   * @param observed the places, among all registers and then all locations
   * @param filter what a final state must satisfy to count
   */
  Outcome explore(Explorer explorer, List<Integer> observed, StatePredicate filter)
      throws ExploreException {
    return explore(explorer, observed, filter, Integer.MAX_VALUE);
  }

  /**
   * Explores it likewise, until it has taken long.
   *
   * @param most how often it asks whether to go on before it is stopped
   */
  Outcome explore(Explorer explorer, List<Integer> observed, StatePredicate filter, int most)
      throws ExploreException {
    AtomicInteger left = new AtomicInteger(most);
    return explorer.explore(
        scenario,
        some(observed, filter),
        Explorer.DEFAULT_UNROLL,
        () -> left.getAndDecrement() <= 0);
  }

  /** Whether the condition, that the first place is 0, can hold of a state that passes a filter. */
  Outcome decide(Explorer explorer, List<Integer> observed, StatePredicate filter)
      throws ExploreException {
    Goal goal =
        (state, known) -> {
          for (boolean k : known) {
            if (!k) {
              return !known[0] || state[0] == 0;
            }
          }
          return state[0] == 0 && filter.holds(state);
        };
    return explorer.decide(
        scenario, some(observed, filter), goal, Explorer.DEFAULT_UNROLL, () -> false);
  }

  /** How many places there are: registers and locations. */
  int places() {
    return observables.size();
  }

  private Question some(List<Integer> observed, StatePredicate filter) {
    return question(observed.stream().map(observables::get).toList(), filter);
  }

  private Question question(List<Observable> observed, StatePredicate filter) {
    return new Question(
        List.copyOf(observed), s -> s[0] == 0, filter, List.copyOf(program.constants()));
  }

  private Function function(List<Op> ops) {
    List<Parameter> parameters = new ArrayList<>();
    for (int i = 0; i < program.locations().size(); i++) {
      boolean local = program.locations().get(i).local();
      parameters.add(
          new Parameter(
              "x" + i,
              new PointerType(local ? AddressSpace.LOCAL : AddressSpace.GLOBAL),
              i,
              Parameter.Attributes.NONE));
    }
    Function function = new Function("P", Types.VOID, parameters, null, null);
    IrBuilder builder = new IrBuilder(function.newBlock("entry"));
    registers.clear();
    Alloca last = builder.alloca(4, 4);
    builder.store(number(0), last);
    for (Op op : ops) {
      if (op.kind().reads()) {
        registers.add(builder.alloca(4, 4));
      }
    }
    int reads = 0;
    for (int i = 0; i < ops.size(); i++) {
      Op op = ops.get(i);
      Block after = null;
      if (op.guarded()) {
        Block body = function.newBlock("body" + i);
        after = function.newBlock("after" + i);
        Value test =
            builder.compare(Compare.Predicate.NE, builder.load(Types.I32, last), number(0));
        builder.branch(test, body, after);
        builder.setBlock(body);
      }
      Instruction done = ProgramOperations.add(builder, op, parameters.get(op.location()), last);
      if (op.kind() == Kind.BARRIER) {
        barriers.put(done, "b" + i);
      }
      if (op.kind().reads()) {
        builder.store(done, registers.get(reads++));
        builder.store(done, last);
      }
      if (after != null) {
        builder.branch(after);
        builder.setBlock(after);
      }
    }
    builder.ret();
    return function;
  }
}
