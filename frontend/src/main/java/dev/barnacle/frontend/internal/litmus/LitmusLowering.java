package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.litmus.LitmusTest;
import dev.barnacle.frontend.litmus.LitmusTest.Initial;
import dev.barnacle.frontend.litmus.LitmusTest.LitmusThread;
import dev.barnacle.frontend.litmus.LitmusTest.Quantifier;
import dev.barnacle.frontend.litmus.LitmusTest.SharedLocation;
import dev.barnacle.frontend.litmus.Proposition;
import dev.barnacle.frontend.litmus.Reference;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Block;
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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lowers a litmus test: its locations, its threads and its final condition. */
public final class LitmusLowering {
  private final String file;
  private final LitmusSource source;
  private final Map<String, Shared> shared = new LinkedHashMap<>();
  private final Map<Integer, Map<String, LitmusParser.InitItemContext>> registers = new HashMap<>();
  private final Map<Instruction, Set<Instruction>> unsequenced = new HashMap<>();
  private final Map<Instruction, String> barriers = new HashMap<>();
  private final Map<Integer, LitmusThread> threads = new LinkedHashMap<>();

  /** A location while it is found out what it is. */
  private static final class Shared {
    private final int number;
    private final String name;
    private CType element = CType.INT;
    private boolean typed;
    private boolean array;
    private boolean atomic;
    private @Nullable AddressSpace space;
    private List<Initial> initial = List.of(new Initial(0, ""));

    Shared(int number, String name) {
      this.number = number;
      this.name = name;
    }
  }

  private LitmusLowering(String file, LitmusSource source) {
    this.file = file;
    this.source = source;
  }

  /** Lowers the text of a test. */
  public static LitmusTest lower(String file, String text) throws FrontendException {
    try {
      LitmusSource source = LitmusSource.of(text);
      LitmusParser.TestContext tree = LitmusSyntax.parse(file, source.body());
      return new LitmusLowering(file, source).test(tree);
    } catch (LitmusErrors.LitmusError e) {
      throw e.in(file);
    } catch (StackOverflowError e) {
      throw new LitmusErrors.LitmusError(1, 1, "the test is nested too deeply").in(file);
    }
  }

  private LitmusTest test(LitmusParser.TestContext tree) {
    tree.init().initItem().forEach(this::init);
    Module module = new Module(file);
    for (LitmusParser.ThreadContext thread : tree.thread()) {
      thread(thread, module);
    }
    List<SharedLocation> locations = new ArrayList<>();
    for (Shared s : shared.values()) {
      locations.add(
          new SharedLocation(
              s.name,
              s.space == null ? AddressSpace.GLOBAL : s.space,
              s.element.bitsType(),
              s.initial,
              s.atomic));
    }
    LitmusParser.TailContext tail = tree.tail();
    LitmusParser.ConstraintContext constraint = tail.constraint();
    Set<Reference> observed = new LinkedHashSet<>();
    Proposition condition =
        constraint == null
            ? new Proposition.Constant(true)
            : proposition(constraint.proposition(), observed);
    Proposition filter =
        tail.proposition() == null
            ? new Proposition.Constant(true)
            : proposition(tail.proposition(), new HashSet<>());
    tail.observed().forEach(o -> observe(o.reference(), observed));
    return new LitmusTest(
        source.name(),
        source.dialect(),
        module,
        List.copyOf(threads.values()),
        List.copyOf(locations),
        unsequenced,
        barriers,
        quantifier(constraint),
        condition,
        filter,
        List.copyOf(observed));
  }

  private static Quantifier quantifier(LitmusParser.@Nullable ConstraintContext constraint) {
    if (constraint == null || constraint.FORALL() != null) {
      return Quantifier.FORALL;
    }
    boolean negated = constraint.TILDE() != null || constraint.NOT_WORD() != null;
    return negated ? Quantifier.NOT_EXISTS : Quantifier.EXISTS;
  }

  private Shared shared(String name) {
    return shared.computeIfAbsent(name, n -> new Shared(shared.size(), n));
  }

  // --- the initial state ---

  private void init(LitmusParser.InitItemContext item) {
    LitmusParser.InitTargetContext target = item.initTarget();
    if (target.owner() != null) {
      registers
          .computeIfAbsent(number(target.owner()), k -> new HashMap<>())
          .put(target.NAME().getText(), item);
      return;
    }
    Shared s = shared(target.NAME().getText());
    if (!item.specifier().isEmpty() || !item.STAR().isEmpty()) {
      declare(s, CType.orInt(item.specifier(), item.STAR().size()));
    }
    s.array = item.LBRACK() != null;
    List<Initial> values = new ArrayList<>();
    if (item.initValue() != null) {
      item.initValue().initScalar().forEach(v -> values.add(initial(v)));
    }
    int length = item.INT() == null ? Math.max(1, values.size()) : arrayLength(item);
    if (values.size() > length) {
      throw LitmusErrors.at(item, "more initial values than the array has elements");
    }
    while (values.size() < length) {
      values.add(new Initial(0, ""));
    }
    s.initial = List.copyOf(values);
    if (values.stream().anyMatch(v -> !v.location().isEmpty()) && !s.typed) {
      declare(s, CType.pointer(CType.INT));
    }
  }

  private static int arrayLength(LitmusParser.InitItemContext item) {
    long length = integer(item.INT().getText(), item);
    if (length < 1 || length > 4096) {
      throw LitmusErrors.at(item, "an array has 1 to 4096 elements");
    }
    return (int) length;
  }

  private Initial initial(LitmusParser.InitScalarContext scalar) {
    if (scalar.NAME() != null && scalar.LPAR() == null) {
      shared(scalar.NAME().getText());
      long element = scalar.INT() == null ? 0 : integer(scalar.INT().getText(), scalar);
      return new Initial(element, scalar.NAME().getText());
    }
    long value = integer(scalar.INT().getText(), scalar);
    return new Initial(scalar.MINUS() == null ? value : -value, "");
  }

  private static long integer(String text, org.antlr.v4.runtime.ParserRuleContext at) {
    String digits = text.replaceAll("[uUlL]+$", "");
    try {
      return digits.startsWith("0x") || digits.startsWith("0X")
          ? Long.parseUnsignedLong(digits.substring(2), 16)
          : Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw LitmusErrors.at(at, "the number " + text + " is too big");
    }
  }

  private static int number(LitmusParser.OwnerContext owner) {
    String text = owner.getText();
    long number = integer(text.startsWith("P") ? text.substring(1) : text, owner);
    if (number > Integer.MAX_VALUE) {
      throw LitmusErrors.at(owner, "there is no thread " + text);
    }
    return (int) number;
  }

  private static void declare(Shared s, CType type) {
    if (!s.typed && !type.isVoid()) {
      s.element = type;
      s.typed = true;
    }
    s.atomic |= type.atomic();
    if (s.space == null) {
      s.space = type.space();
    }
  }

  // --- threads ---

  private void thread(LitmusParser.ThreadContext context, Module module) {
    String name = context.PROC().getText();
    int number;
    try {
      number = Integer.parseInt(name.substring(1));
    } catch (NumberFormatException e) {
      throw LitmusErrors.at(context.PROC().getSymbol(), "the thread's number is too big");
    }
    if (number != threads.size()) {
      throw LitmusErrors.at(
          context.PROC().getSymbol(), "expected thread P" + threads.size() + ", found " + name);
    }
    List<Parameter> parameters = new ArrayList<>();
    List<CType> types = new ArrayList<>();
    List<Integer> arguments = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (LitmusParser.ParameterContext p : context.parameter()) {
      CType type = CType.declared(p.specifier(), p.STAR().size());
      CType to = type.pointee();
      if (to == null) {
        throw LitmusErrors.at(p, "a parameter is a pointer to a location");
      }
      if (!names.add(p.NAME().getText())) {
        throw LitmusErrors.at(p, "two parameters are named '" + p.NAME().getText() + "'");
      }
      Shared s = shared(p.NAME().getText());
      declare(s, to);
      arguments.add(s.number);
      types.add(type);
      parameters.add(
          new Parameter(
              p.NAME().getText(), type.ir(), parameters.size(), Parameter.Attributes.NONE));
    }
    Function function = new Function(name, Types.VOID, parameters, null, null);
    module.functions().add(function);
    ThreadLowering lowering = new ThreadLowering(file, function, unsequenced, barriers);
    for (int i = 0; i < parameters.size(); i++) {
      lowering.parameter(parameters.get(i), types.get(i));
    }
    initRegisters(number, lowering);
    lowering.body(context.block());
    noteAtomics(function, arguments);
    Map<String, Alloca> memory = new LinkedHashMap<>();
    lowering.variables.forEach((n, v) -> memory.put(n, v.memory()));
    threads.put(
        number,
        new LitmusThread(
            name,
            function,
            List.copyOf(arguments),
            memory,
            scope(context, "sg", "sub_group"),
            scope(context, "wg", "work_group"),
            scope(context, "dev", "dv", "device")));
  }

  private void initRegisters(int thread, ThreadLowering lowering) {
    registers
        .getOrDefault(thread, Map.of())
        .forEach(
            (name, item) -> {
              if (item.initValue() == null) {
                return;
              }
              Initial value = initial(item.initValue().initScalar(0));
              if (!value.location().isEmpty()) {
                throw LitmusErrors.at(
                    item, "a register cannot hold an address at first: use a parameter");
              }
              CType type = CType.orInt(item.specifier(), item.STAR().size());
              ThreadLowering.Variable variable = lowering.variable(name, type, item);
              lowering.builder.store(
                  new IntConstant(type.bitsType(), value.value()), variable.memory());
            });
  }

  private static int scope(LitmusParser.ThreadContext context, String... names) {
    for (LitmusParser.ScopeItemContext item : context.scopeItem()) {
      String name = item.NAME().getText();
      if (!Set.of("sg", "sub_group", "wg", "work_group", "dev", "dv", "device").contains(name)) {
        throw LitmusErrors.at(item, "expected sg, wg or dev, found '" + name + "'");
      }
      if (List.of(names).contains(name)) {
        long number = integer(item.INT().getText(), item);
        if (number > 1000) {
          throw LitmusErrors.at(item, "the number of this " + name + " is too big");
        }
        return (int) number;
      }
    }
    return 0;
  }

  /** A location is an atomic one, too, when a thread accesses it atomically. */
  private void noteAtomics(Function function, List<Integer> arguments) {
    List<Shared> all = List.copyOf(shared.values());
    for (Block block : function.blocks()) {
      for (Instruction instruction : block.instructions()) {
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
          all.get(arguments.get(p.index())).atomic = true;
        }
      }
    }
  }

  // --- the final state ---

  private Proposition proposition(
      LitmusParser.PropositionContext context, Set<Reference> observed) {
    return switch (context) {
      case LitmusParser.TruePropositionContext t -> new Proposition.Constant(true);
      case LitmusParser.FalsePropositionContext f -> new Proposition.Constant(false);
      case LitmusParser.ParenthesisedPropositionContext p -> proposition(p.proposition(), observed);
      case LitmusParser.NotPropositionContext n ->
          new Proposition.Not(proposition(n.proposition(), observed));
      case LitmusParser.AndPropositionContext a ->
          new Proposition.And(
              proposition(a.proposition(0), observed), proposition(a.proposition(1), observed));
      case LitmusParser.OrPropositionContext o ->
          new Proposition.Or(
              proposition(o.proposition(0), observed), proposition(o.proposition(1), observed));
      case LitmusParser.ImpliesPropositionContext i ->
          new Proposition.Implies(
              proposition(i.proposition(0), observed), proposition(i.proposition(1), observed));
      case LitmusParser.AtomPropositionContext a -> atom(a, observed);
      default -> throw LitmusErrors.at(context, "unknown proposition");
    };
  }

  private Proposition atom(LitmusParser.AtomPropositionContext a, Set<Reference> observed) {
    LitmusParser.PropositionValueContext value = a.propositionValue();
    Proposition atom;
    if (value.LBRACE() != null) {
      atom = arrayAtom(a.reference(), value, observed);
    } else {
      Reference left = observe(a.reference(), observed);
      atom = scalarAtom(left, value, observed);
    }
    return a.op.getType() == LitmusParser.NE ? new Proposition.Not(atom) : atom;
  }

  private Proposition scalarAtom(
      Reference left, LitmusParser.PropositionValueContext value, Set<Reference> observed) {
    if (!value.INT().isEmpty()) {
      long number = integer(value.INT(0).getText(), value);
      return new Proposition.IsValue(left, value.MINUS().isEmpty() ? number : -number);
    }
    if (value.AND() != null) {
      Shared to = existing(value.NAME().getText(), value);
      return new Proposition.IsAddress(left, to.number, to.name);
    }
    LitmusParser.ReferenceContext right = value.reference();
    boolean plainName = right.owner() == null && right.LBRACK() == null && right.STAR() == null;
    if (plainName) {
      Shared to = existing(right.NAME().getText(), right);
      return new Proposition.IsAddress(left, to.number, to.name);
    }
    return new Proposition.IsSame(left, observe(right, observed));
  }

  private Proposition arrayAtom(
      LitmusParser.ReferenceContext reference,
      LitmusParser.PropositionValueContext value,
      Set<Reference> observed) {
    Shared s = existing(reference.NAME().getText(), reference);
    Proposition all = new Proposition.Constant(true);
    String[] numbers = value.getText().replaceAll("[{}]", "").split(",", -1);
    if (numbers.length != s.initial.size()) {
      throw LitmusErrors.at(value, "the array has " + s.initial.size() + " elements");
    }
    for (int i = 0; i < numbers.length; i++) {
      Reference element = new Reference.Memory(s.number, s.name, i, true);
      observed.add(element);
      boolean negative = numbers[i].startsWith("-");
      long n = integer(negative ? numbers[i].substring(1) : numbers[i], value);
      Proposition one = new Proposition.IsValue(element, negative ? -n : n);
      all = i == 0 ? one : new Proposition.And(all, one);
    }
    return all;
  }

  private Shared existing(String name, org.antlr.v4.runtime.ParserRuleContext at) {
    Shared s = shared.get(name);
    if (s == null) {
      throw LitmusErrors.at(at, "there is no location '" + name + "'");
    }
    return s;
  }

  private Reference observe(LitmusParser.ReferenceContext context, Set<Reference> observed) {
    Reference reference = reference(context);
    observed.add(reference);
    return reference;
  }

  private Reference reference(LitmusParser.ReferenceContext context) {
    String name = context.NAME().getText();
    if (context.owner() != null) {
      int thread = number(context.owner());
      LitmusThread known = threads.get(thread);
      if (known == null) {
        throw LitmusErrors.at(context, "there is no thread " + thread);
      }
      if (!known.registers().containsKey(name)) {
        throw LitmusErrors.at(context, "thread " + thread + " has no variable '" + name + "'");
      }
      return new Reference.Register(thread, name);
    }
    Shared s = existing(name, context);
    long element = context.INT() == null ? 0 : integer(context.INT().getText(), context);
    if (element >= s.initial.size()) {
      throw LitmusErrors.at(context, "'" + name + "' has " + s.initial.size() + " elements");
    }
    return new Reference.Memory(s.number, name, (int) element, context.INT() != null || s.array);
  }
}
