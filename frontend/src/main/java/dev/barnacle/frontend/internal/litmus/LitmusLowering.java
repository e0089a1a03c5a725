package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.internal.litmus.InitialState.Shared;
import dev.barnacle.frontend.litmus.LitmusTest;
import dev.barnacle.frontend.litmus.LitmusTest.Initial;
import dev.barnacle.frontend.litmus.LitmusTest.LitmusThread;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lowers a litmus test: its locations, its threads and its final condition. */
public final class LitmusLowering {
  /** So many threads at most; a model's relations are over all their events. */
  private static final int MOST_THREADS = 64;

  private final String file;
  private final LitmusSource source;
  private final InitialState locations = new InitialState();
  private final Placement placement = new Placement();
  private final Map<Instruction, Set<Instruction>> unsequenced = new HashMap<>();
  private final Map<Instruction, String> barriers = new HashMap<>();
  private final List<LitmusThread> threads = new ArrayList<>();

  private LitmusLowering(String file, LitmusSource source) {
    this.file = file;
    this.source = source;
  }

  /** Lowers the text of a test. */
  public static LitmusTest lower(String file, String text) throws FrontendException {
    LitmusSource source = null;
    try {
      source = LitmusSource.of(text);
      LitmusParser.TestContext tree = LitmusSyntax.parse(file, source.body());
      return new LitmusLowering(file, source).test(tree);
    } catch (LitmusErrors.LitmusError e) {
      LitmusErrors.LitmusError kernel = source == null ? null : KernelTests.find(source.body());
      throw (kernel == null ? e : kernel).in(file);
    } catch (StackOverflowError e) {
      throw new LitmusErrors.LitmusError(1, 1, "the test is nested too deeply").in(file);
    }
  }

  private LitmusTest test(LitmusParser.TestContext tree) {
    locations.read(tree.init());
    if (tree.thread().size() > MOST_THREADS) {
      throw LitmusErrors.at(
          tree.thread(MOST_THREADS), "a test has at most " + MOST_THREADS + " threads");
    }
    tree.thread().forEach(this::declareParameters);
    placement.read(tree.placement(), locations);
    Module module = new Module(file);
    for (LitmusParser.ThreadContext thread : tree.thread()) {
      thread(thread, module);
    }
    for (int owner : locations.registers().keySet()) {
      if (owner >= threads.size()) {
        throw LitmusErrors.at(tree.init(), "there is no thread " + owner);
      }
    }
    FinalStateReader last = new FinalStateReader(tree.tail(), locations, threads);
    return new LitmusTest(
        source.name(),
        source.dialect(),
        module,
        List.copyOf(threads),
        locations.locations(),
        unsequenced,
        barriers,
        last.quantifier(),
        last.condition(),
        last.filter(),
        last.observed());
  }

  /**
   * Declares locations by a thread's parameters. What these say holds in every thread, before any
   * of them is lowered.
   */
  private void declareParameters(LitmusParser.ThreadContext context) {
    int thread = LitmusNumbers.thread(context.PROC().getText(), context);
    for (LitmusParser.ParameterContext p : context.parameter()) {
      Shared location = locations.shared(pointsTo(thread, p.NAME().getText()));
      CType to = pointee(p);
      location.declare(to);
      if (!to.isVoid() && to.bits() != location.element().bits()) {
        throw LitmusErrors.at(
            p,
            "the location '%s' has %d bits, but is of %d bits here: different sizes are not supported"
                .formatted(location.name, location.element().bits(), to.bits()));
      }
    }
  }

  /**
   * The location that a parameter points to: that of its name, or the one that the initial state
   * gives the thread's register of that name.
   */
  private String pointsTo(int thread, String parameter) {
    LitmusParser.InitItemContext item = locations.registers(thread).get(parameter);
    if (item == null) {
      return parameter;
    }
    Initial value = initial(item);
    if (value.location().isEmpty() || value.value() != 0) {
      throw LitmusErrors.at(item, "the parameter '" + parameter + "' points to a location");
    }
    return value.location();
  }

  private static CType pointee(LitmusParser.ParameterContext p) {
    CType to = type(p).pointee();
    if (to == null) {
      throw LitmusErrors.at(p, "a parameter is a pointer to a location");
    }
    return to;
  }

  /** A parameter that is written as an array is a pointer (C11 6.7.6.3 paragraph 7). */
  private static CType type(LitmusParser.ParameterContext p) {
    CType type = CType.declared(p.specifier(), p.pointerTo());
    return p.LBRACK() == null ? type : CType.pointer(type);
  }

  private void thread(LitmusParser.ThreadContext context, Module module) {
    String name = context.PROC().getText();
    if (!name.equals("P" + threads.size())) {
      throw LitmusErrors.at(
          context.PROC().getSymbol(), "expected thread P" + threads.size() + ", found " + name);
    }
    Map<String, CType> types = parameters(context);
    List<Parameter> parameters = new ArrayList<>();
    List<Integer> arguments = new ArrayList<>();
    types.forEach(
        (n, type) -> {
          arguments.add(locations.shared(pointsTo(threads.size(), n)).number);
          parameters.add(new Parameter(n, type.ir(), parameters.size(), Parameter.Attributes.NONE));
        });
    Function function = new Function(name, Types.VOID, parameters, null, null);
    module.functions().add(function);
    ThreadLowering lowering =
        new ThreadLowering(
            file, function, unsequenced, barriers, source.dialect() == LitmusTest.Dialect.OPENCL);
    parameters.forEach(p -> lowering.parameter(p, types.getOrDefault(p.name(), CType.VOID)));
    initRegisters(lowering);
    lowering.body(context.block());
    noteAtomics(function, arguments);
    Map<String, Alloca> memory = new LinkedHashMap<>();
    lowering.variables.forEach((n, v) -> memory.put(n, v.memory()));
    threads.add(thread(context, new LitmusThread(name, function, arguments, memory, 0, 0, 0)));
  }

  private LitmusThread thread(LitmusParser.ThreadContext context, LitmusThread bare) {
    Placement.Place place = placement.of(threads.size());
    if (place == null) {
      place = Placement.written(context);
    } else if (!context.scopeItem().isEmpty()) {
      throw LitmusErrors.at(
          context.scopeItem(0), "this thread's place is given here and in the scope tree");
    }
    return new LitmusThread(
        bare.name(),
        bare.function(),
        List.copyOf(bare.arguments()),
        bare.registers(),
        place.subGroup(),
        place.workGroup(),
        place.device());
  }

  /**
   * The types of a thread's parameters. A location that the thread uses without a parameter for it
   * counts as one.
   */
  private Map<String, CType> parameters(LitmusParser.ThreadContext context) {
    Map<String, CType> types = new LinkedHashMap<>();
    for (LitmusParser.ParameterContext p : context.parameter()) {
      if (types.put(p.NAME().getText(), type(p)) != null) {
        throw LitmusErrors.at(p, "two parameters are named '" + p.NAME().getText() + "'");
      }
    }
    FreeNames free = new FreeNames(context.block());
    for (String name : free.names()) {
      if (locations.has(name)) {
        types.putIfAbsent(name, CType.pointer(locations.shared(name).element()));
      }
    }
    for (LitmusParser.InitItemContext item : locations.registers(threads.size()).values()) {
      Initial value = initial(item);
      if (!value.location().isEmpty()) {
        types.putIfAbsent(
            value.location(), CType.pointer(locations.shared(value.location()).element()));
      }
    }
    return types;
  }

  private Initial initial(LitmusParser.InitItemContext item) {
    if (item.initValue() == null) {
      return new Initial(0, "");
    }
    if (item.initValue().LBRACE() != null) {
      throw LitmusErrors.at(item.initValue(), "a register holds a single value");
    }
    return locations.initial(item.initValue().initScalar(0));
  }

  private void initRegisters(ThreadLowering lowering) {
    locations
        .registers(threads.size())
        .forEach(
            (name, item) -> {
              if (lowering.parameters.containsKey(name)) {
                return; // see pointsTo
              }
              Initial value = initial(item);
              ThreadLowering.Typed address = lowering.parameters.get(value.location());
              CType type =
                  address != null && item.specifier().isEmpty()
                      ? address.type()
                      : CType.orInt(item.specifier(), item.pointerTo());
              ThreadLowering.Variable variable = lowering.variable(name, type, item);
              Value stored =
                  address == null
                      ? new IntConstant(type.bitsType(), value.value())
                      : lowering.converted(address, type, item);
              if (value.location().isEmpty() && type.isPointer()) {
                throw LitmusErrors.at(item, "a pointer holds the address of a location");
              }
              lowering.builder.store(stored, variable.memory());
            });
  }

  /** A location is an atomic one, too, when a thread accesses it atomically. */
  private void noteAtomics(Function function, List<Integer> arguments) {
    List<Shared> all = locations.all();
    for (Instruction instruction : function.instructions()) {
      Value pointer =
          switch (instruction) {
            case AtomicLoad a -> a.pointer();
            case AtomicStore a -> a.pointer();
            case AtomicRmw a -> a.pointer();
            case AtomicCompareExchange a -> a.pointer();
            default -> null;
          };
      while (pointer instanceof PointerAdd add) {
        pointer = add.operand(0);
      }
      if (pointer instanceof Parameter p) {
        all.get(arguments.get(p.index())).accessedAtomically();
      }
    }
  }
}
