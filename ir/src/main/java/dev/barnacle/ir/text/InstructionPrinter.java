package dev.barnacle.ir.text;

import dev.barnacle.ir.AddressSpaceTest;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AsyncFence;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.CycleCounter;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.FastMath;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PipeOperation;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Printf;
import dev.barnacle.ir.QueueOperation;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Trap;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Unreachable;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WaitEvents;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.Yield;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The instructions of one function in the text form, without their locations. */
final class InstructionPrinter {
  private final ValueNames names;

  InstructionPrinter(Function function) {
    this.names = new ValueNames(function);
  }

  String nameOf(Value value) {
    return names.of(value);
  }

  String print(Instruction instruction) {
    String body = body(instruction);
    return instruction.hasResult() ? names.of(instruction) + " = " + body : body;
  }

  private String body(Instruction instruction) {
    String mnemonic = instruction.mnemonic();
    return switch (instruction) {
      case Binary b -> words(mnemonic, flags(b), fastMath(b.fastMath()), operands(b));
      case Unary u -> words(mnemonic, fastMath(u.fastMath()), operands(u));
      case Compare c ->
          words(mnemonic, fastMath(c.fastMath()), c.predicate().keyword(), operands(c));
      case Cast c -> words(mnemonic, operands(c), "to", c.type().toString());
      case Select s -> words(mnemonic, operands(s));
      case Intrinsic i -> words(mnemonic, fastMath(i.fastMath()), operands(i));
      case ExtractElement e -> words(mnemonic, operands(e));
      case InsertElement i -> words(mnemonic, operands(i));
      case Shuffle s -> words(mnemonic, list(operands(s), "mask " + s.mask()));
      case Alloca a ->
          words(mnemonic, list(Long.toString(a.byteSize()), align(a.alignment())))
              + DeclarationPrinter.clause(a.declaration());
      case PointerAdd p -> words(mnemonic, when(p.inBounds(), "inbounds"), operands(p));
      case Load l ->
          words(
              mnemonic,
              when(l.isVolatile(), "volatile"),
              list(l.type().toString(), operands(l), align(l.alignment())));
      case Store s ->
          words(
              mnemonic,
              when(s.isVolatile(), "volatile"),
              list(operands(s), align(s.alignment())),
              when(!s.components().isEmpty(), "only " + s.components()));
      case MemoryCopy m ->
          words(
              mnemonic, list(operands(m), align(m.targetAlignment()), align(m.sourceAlignment())));
      case MemoryFill m -> words(mnemonic, list(operands(m), align(m.alignment())));
      case AtomicLoad a ->
          words(
              mnemonic,
              list(
                  a.type().toString(),
                  operands(a),
                  words(a.order().keyword(), a.scope().keyword())));
      case AtomicStore a ->
          words(mnemonic, list(operands(a), words(a.order().keyword(), a.scope().keyword())));
      case AtomicRmw a ->
          words(
              mnemonic,
              a.op().keyword(),
              list(operands(a), words(a.order().keyword(), a.scope().keyword())));
      case AtomicCompareExchange a -> compareExchange(a);
      case Fence f ->
          words(
              mnemonic,
              when(f.isImplicit(), "implicit"),
              fence(f.flags()),
              f.order().keyword(),
              f.scope().keyword());
      case Barrier b -> words(mnemonic, b.kind().keyword(), fence(b.flags()), b.scope().keyword());
      case Yield y -> words(mnemonic, y.kind().keyword());
      case WorkItemQuery q -> words(mnemonic, q.kind().keyword(), operands(q));
      case GroupOperation g ->
          words(
              mnemonic,
              g.group().keyword(),
              g.op().keyword(),
              when(g.combine() != GroupOperation.Combine.NONE, g.combine().keyword()),
              operands(g));
      case AsyncCopy a -> words(mnemonic, list("element " + a.elementBytes(), operands(a)));
      case PipeOperation p ->
          words(
              mnemonic,
              p.op().keyword(),
              p.owner().keyword(),
              list("packet " + p.packetBytes(), operands(p)));
      case AsyncFence _, WaitEvents _ -> words(mnemonic, operands(instruction));
      case AddressSpaceTest t -> words(mnemonic, t.space().keyword(), operands(t));
      case Trap _, CycleCounter _ -> mnemonic;
      case Printf p -> words(mnemonic, list(Quoting.quoted(p.format()), operands(p)));
      case QueueOperation q -> words(mnemonic, q.op().keyword(), list(kernel(q), operands(q)));
      case Call c ->
          words(mnemonic, "@" + Quoting.name(c.callee().name()) + "(" + operands(c) + ")");
      case Phi p -> words(mnemonic, p.type().toString(), edges(p));
      case Terminator t -> terminator(t);
    };
  }

  private static String kernel(QueueOperation q) {
    Function kernel = q.kernel();
    return kernel == null ? "" : "@" + Quoting.name(kernel.name());
  }

  private String compareExchange(AtomicCompareExchange a) {
    String orders = words(a.order().keyword(), a.failureOrder().keyword(), a.scope().keyword());
    return words(a.mnemonic(), when(a.weak(), "weak"), list(operands(a), orders));
  }

  private String terminator(Terminator terminator) {
    String mnemonic = terminator.mnemonic();
    return switch (terminator) {
      case Branch b -> words(mnemonic, label(b.target()));
      case ConditionalBranch c ->
          words(
              mnemonic,
              list(operands(c), label(c.successors().getFirst()), label(c.successors().getLast())));
      case Switch s -> words(mnemonic, list(operands(s), label(s.defaultTarget()), cases(s)));
      case Return r -> words(mnemonic, operands(r));
      case Unreachable _ -> mnemonic;
    };
  }

  private static String cases(Switch s) {
    List<String> cases = new ArrayList<>();
    for (int i = 0; i < s.cases().size(); i++) {
      cases.add(s.cases().get(i) + ": " + label(s.successors().get(i + 1)));
    }
    return "[" + String.join(", ", cases) + "]";
  }

  private String edges(Phi phi) {
    List<String> edges = new ArrayList<>();
    for (int i = 0; i < phi.operands().size(); i++) {
      String value = operands(phi.type(), List.of(phi.operand(i)));
      edges.add("(" + value + ", " + label(phi.predecessors().get(i)) + ")");
    }
    return String.join(", ", edges);
  }

  private String operands(Instruction instruction) {
    return operands(Types.VOID, instruction.operands());
  }

  /** The operands; a type that is that of the operand before is left out. */
  private String operands(Type before, List<Value> operands) {
    List<String> out = new ArrayList<>();
    Type previous = before;
    for (Value operand : operands) {
      String value = value(operand);
      out.add(operand.type().equals(previous) ? value : operand.type() + " " + value);
      previous = operand.type();
    }
    return String.join(", ", out);
  }

  private String value(Value value) {
    return switch (value) {
      case Constant c -> ConstantPrinter.print(c);
      case GlobalVariable g -> "@" + Quoting.name(g.name());
      case Parameter p -> names.of(p);
      case Instruction i -> names.of(i);
    };
  }

  private static String flags(Binary b) {
    return words(when(b.noUnsignedWrap(), "nuw"), when(b.noSignedWrap(), "nsw"));
  }

  private static String fastMath(Set<FastMath> flags) {
    return Arrays.stream(FastMath.values())
        .filter(flags::contains)
        .map(FastMath::keyword)
        .collect(Collectors.joining(" "));
  }

  private static String fence(Set<FenceFlag> flags) {
    return Arrays.stream(FenceFlag.values())
        .filter(flags::contains)
        .map(FenceFlag::keyword)
        .collect(Collectors.joining(", ", "{", "}"));
  }

  static String label(Block block) {
    return Quoting.name(block.name());
  }

  private static String align(long alignment) {
    return "align " + alignment;
  }

  private static String when(boolean condition, String word) {
    return condition ? word : "";
  }

  private static String words(String... words) {
    return joined(" ", words);
  }

  private static String list(String... items) {
    return joined(", ", items);
  }

  private static String joined(String separator, String... parts) {
    return Arrays.stream(parts)
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(separator));
  }
}
