package dev.barnacle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ExplorerTest {
  private static final Value ONE = new IntConstant(Types.I32, 1);

  /** A thread that is built instruction by instruction. */
  private static final class Work {
    final Function function;
    final IrBuilder builder;
    final List<Alloca> registers = new ArrayList<>();

    Work(int locations) {
      List<Parameter> parameters = new ArrayList<>();
      for (int i = 0; i < locations; i++) {
        parameters.add(
            new Parameter(
                "x" + i, new PointerType(AddressSpace.GLOBAL), i, Parameter.Attributes.NONE));
      }
      function = new Function("P", Types.VOID, parameters, null, null);
      builder = new IrBuilder(function.newBlock("entry"));
    }

    Work store(int location, Value value, MemoryOrder order) {
      builder.add(
          new AtomicStore(value, function.parameters().get(location), order, MemoryScope.DEVICE));
      return this;
    }

    Value load(int location, MemoryOrder order) {
      return keep(
          builder.add(
              new AtomicLoad(
                  Types.I32, function.parameters().get(location), order, MemoryScope.DEVICE)));
    }

    Value fetchAdd(int location) {
      return keep(
          builder.add(
              new AtomicRmw(
                  AtomicRmw.Op.ADD,
                  function.parameters().get(location),
                  ONE,
                  MemoryOrder.RELAXED,
                  MemoryScope.DEVICE)));
    }

    private Value keep(Value value) {
      Alloca register = new Alloca(4, 4);
      function.entry().instructions().add(0, register);
      registers.add(register);
      builder.store(value, register);
      return value;
    }
  }

  private static Outcome explore(String model, int locations, Work... threads)
      throws ExploreException {
    List<Scenario.Worker> workers = new ArrayList<>();
    List<Observable> observables = new ArrayList<>();
    for (int t = 0; t < threads.length; t++) {
      threads[t].builder.ret();
      List<Integer> arguments = new ArrayList<>();
      for (int i = 0; i < locations; i++) {
        arguments.add(i);
      }
      workers.add(new Scenario.Worker("P" + t, threads[t].function, arguments, 0, 0, 0));
      for (Alloca register : threads[t].registers) {
        observables.add(new Observable.Register(t, register));
      }
    }
    List<Scenario.Memory> memory = new ArrayList<>();
    for (int i = 0; i < locations; i++) {
      memory.add(
          new Scenario.Memory("x" + i, false, 4, List.of(new Scenario.Initial(0, -1)), true));
    }
    return new Explorer(Model.shipped(model))
        .explore(
            new Scenario(workers, memory, Map.of(), Map.of(), true),
            new Question(observables, s -> s[0] == 0 && s[1] == 0, s -> true, List.of(42L)),
            Explorer.DEFAULT_UNROLL,
            () -> false);
  }

  private static Outcome storeBuffering(String model, MemoryOrder store, MemoryOrder load)
      throws ExploreException {
    Work p = new Work(2).store(0, ONE, store);
    p.load(1, load);
    Work q = new Work(2).store(1, ONE, store);
    q.load(0, load);
    return explore(model, 2, p, q);
  }

  @Test
  void storeBufferingTellsTheModelsApart() throws ExploreException {
    assertEquals(1, storeBuffering("c11", MemoryOrder.RELEASE, MemoryOrder.ACQUIRE).positive());
    assertEquals(0, storeBuffering("c11", MemoryOrder.SEQ_CST, MemoryOrder.SEQ_CST).positive());
    assertEquals(0, storeBuffering("sc", MemoryOrder.RELAXED, MemoryOrder.RELAXED).positive());
    assertEquals(1, storeBuffering("opencl", MemoryOrder.RELEASE, MemoryOrder.ACQUIRE).positive());
  }

  @Test
  void countsEveryOrderOfReadModifyWrites() throws ExploreException {
    for (String model : Model.SHIPPED) {
      Outcome outcome = explore(model, 1, copies(4));
      assertEquals(24, outcome.consistent(), model);
      assertEquals(24, outcome.states().size(), model);
      assertTrue(outcome.complete(), model);
    }
  }

  private static Work[] copies(int n) {
    Work[] threads = new Work[n];
    for (int i = 0; i < n; i++) {
      threads[i] = new Work(1);
      Value ignored = threads[i].fetchAdd(0);
    }
    return threads;
  }

  @Test
  void valuesOutOfThinAirAreFoundWhereTheModelLetsThem() throws ExploreException {
    for (String model : List.of("c11", "rc11")) {
      Work p = new Work(2);
      p.store(1, p.load(0, MemoryOrder.RELAXED), MemoryOrder.RELAXED);
      Work q = new Work(2);
      q.store(0, q.load(1, MemoryOrder.RELAXED), MemoryOrder.RELAXED);
      Outcome outcome = explore(model, 2, p, q);
      assertEquals(
          model.equals("c11") ? Set.of(0L, 1L, 42L) : Set.of(0L),
          outcome.states().keySet().stream()
              .map(s -> s.get(0))
              .collect(java.util.stream.Collectors.toSet()));
    }
  }

  @Test
  void aSpinLoopIsAWait() throws ExploreException {
    Work p = new Work(2).store(1, ONE, MemoryOrder.RELEASE);
    Work q = new Work(2);
    Block head = q.function.newBlock("head");
    Block exit = q.function.newBlock("exit");
    q.builder.branch(head);
    q.builder.setBlock(head);
    Value read =
        q.builder.add(
            new AtomicLoad(
                Types.I32,
                q.function.parameters().get(1),
                MemoryOrder.ACQUIRE,
                MemoryScope.DEVICE));
    q.builder.branch(q.builder.compare(Compare.Predicate.EQ, read, ONE), exit, head);
    q.builder.setBlock(exit);
    q.load(0, MemoryOrder.RELAXED);
    q.load(0, MemoryOrder.RELAXED);
    Outcome outcome = explore("c11", 2, p, q);
    assertEquals(1, outcome.consistent());
    assertTrue(outcome.complete());
  }
}
