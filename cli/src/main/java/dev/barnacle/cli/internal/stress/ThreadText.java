package dev.barnacle.cli.internal.stress;

import dev.barnacle.frontend.litmus.LitmusTest.LitmusThread;
import dev.barnacle.frontend.litmus.LitmusTest.SharedLocation;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes a thread of a litmus test as statements of OpenCL C: all names begin with the thread's
 * own. Barriers part the statements, since all threads of a work-group meet at the same one.
 */
final class ThreadText {
  /** The repetitions of a loop before the instance is given up. */
  private static final int MOST_LOOPS = 1000;

  private final LitmusThread thread;
  private final Operations operations;
  private final Map<Alloca, String> registers = new LinkedHashMap<>();
  private final Map<Value, String> values = new HashMap<>();
  private final Map<String, String> declared = new LinkedHashMap<>();
  private final Map<Block, Integer> order = new HashMap<>();
  private final List<StringBuilder> parts = new ArrayList<>(List.of(new StringBuilder()));
  private final List<Barrier> barriers = new ArrayList<>();
  private boolean loops;

  /**
   * Writes a thread.
   *
   * @param fromC whether the test is one of C, which has neither scopes nor address spaces
   */
  ThreadText(LitmusThread thread, List<SharedLocation> locations, boolean fromC)
      throws RefusedException {
    this.thread = thread;
    this.operations = new Operations(thread, locations, fromC, this::text);
    thread.registers().forEach(this::register);
    List<Block> blocks = thread.function().blocks();
    for (int i = 0; i < blocks.size(); i++) {
      order.put(blocks.get(i), i);
    }
    for (Block block : blocks) {
      write(block);
    }
    label("end");
    if (loops && !barriers.isEmpty()) {
      throw new RefusedException(thread.name() + " has a loop and a barrier");
    }
  }

  private void register(String name, Alloca memory) {
    String plain = thread.name() + "_" + name.replaceAll("[^A-Za-z0-9_]", "_");
    String unique = plain;
    for (int i = 1; declared.containsKey(unique); i++) {
      unique = plain + "_" + i;
    }
    registers.put(memory, unique);
    declared.put(unique, Operations.type((int) memory.byteSize() * 8));
  }

  /** Returns the text between barriers, of which there is one part more than barriers. */
  List<String> parts() {
    return parts.stream().map(StringBuilder::toString).toList();
  }

  /** Returns the barriers between the parts. */
  List<Barrier> barriers() {
    return barriers;
  }

  /** Returns the names of the variables that it has, with their types. */
  Map<String, String> variables() {
    return declared;
  }

  /** Returns the name of a register. */
  String register(String name) {
    return registers.getOrDefault(thread.registers().get(name), "0");
  }

  /** Returns the extensions that it needs. */
  Set<String> extensions() {
    return operations.extensions();
  }

  private void line(String text) {
    parts.getLast().append("  ").append(text).append('\n');
  }

  private void label(String name) {
    parts.getLast().append(name).append('_').append(thread.name()).append(":;\n");
  }

  private String target(Block block) {
    return "at_" + order.get(block) + "_" + thread.name();
  }

  private void write(Block block) throws RefusedException {
    if (isTarget(block)) {
      label("at_" + order.get(block));
    }
    List<Instruction> instructions = block.instructions();
    for (int i = 0; i < instructions.size(); i++) {
      Instruction instruction = instructions.get(i);
      Instruction next = i + 1 < instructions.size() ? instructions.get(i + 1) : null;
      if (next instanceof Store store && isKeptAtOnce(instruction, store)) {
        operations.effect(instruction, register((Alloca) store.pointer())).forEach(this::line);
        i++;
      } else {
        write(instruction, block);
      }
    }
  }

  /** Returns whether all that is done with a result is to keep it in a register. */
  private boolean isKeptAtOnce(Instruction instruction, Store next) {
    boolean reads = instruction instanceof AtomicLoad || instruction instanceof AtomicRmw;
    return reads
        && next.pointer() instanceof Alloca
        && next.value() == instruction
        && thread.function().instructions().stream()
                .filter(i -> i.operands().contains(instruction))
                .count()
            == 1;
  }

  /** Returns whether something jumps to a block, which does not just follow. */
  private boolean isTarget(Block block) {
    int at = place(block);
    return thread.function().blocks().stream()
            .anyMatch(from -> from.successors().contains(block) && place(from) != at - 1)
        || (at > 0 && thread.function().blocks().get(at - 1).terminatorOrNull() instanceof Switch);
  }

  private int place(Block block) {
    return order.getOrDefault(block, -1);
  }

  private void write(Instruction instruction, Block block) throws RefusedException {
    switch (instruction) {
      case Alloca a -> {
        if (!registers.containsKey(a)) {
          throw new RefusedException(thread.name() + " has memory of its own without a name");
        }
      }
      case Phi phi -> joined(phi);
      case Terminator end -> end(end, block);
      case Load load when load.pointer() instanceof Alloca a -> read(load, a, block);
      case Store store when store.pointer() instanceof Alloca a -> keep(a, store.value());
      case Barrier barrier -> part(barrier, block);
      case PointerAdd add -> values.put(add, operations.expression(add));
      default -> other(instruction);
    }
  }

  private void keep(Alloca register, Value value) throws RefusedException {
    if (value.type() instanceof PointerType) {
      throw new RefusedException(thread.name() + " keeps an address in a register");
    }
    line(register(register) + " = " + operations.text(value) + ";");
  }

  private void other(Instruction instruction) throws RefusedException {
    if (Operations.isPure(instruction)) {
      values.put(instruction, operations.expression(instruction));
    } else if (instruction.hasResult()) {
      String name = variable(instruction.type());
      values.put(instruction, name);
      operations.effect(instruction, name).forEach(this::line);
    } else {
      operations.effect(instruction, "").forEach(this::line);
    }
  }

  private String register(Alloca memory) {
    return registers.getOrDefault(memory, "0");
  }

  /**
   * Reads a register: its name stands for what it holds where nothing changes it before its use.
   */
  private void read(Load load, Alloca memory, Block block) throws RefusedException {
    if (load.type() instanceof PointerType) {
      throw new RefusedException(thread.name() + " keeps an address in a register");
    }
    int at = block.instructions().indexOf(load);
    List<Instruction> after = block.instructions().subList(at + 1, block.instructions().size());
    boolean stays =
        after.stream().noneMatch(i -> i instanceof Store s && s.pointer() == memory)
            && thread.function().instructions().stream()
                .filter(i -> i.operands().contains(load))
                .allMatch(i -> after.contains(i) && !(i instanceof Phi));
    // What is made of it may be used in another block, or be a place in memory.
    if (stays
        && after.stream().allMatch(i -> !i.operands().contains(load) || isUsedHere(i, after))) {
      values.put(load, register(memory));
    } else {
      String name = variable(load.type());
      values.put(load, name);
      line(name + " = " + register(memory) + ";");
    }
  }

  private boolean isUsedHere(Instruction instruction, List<Instruction> here) {
    return (!Operations.isPure(instruction) && !(instruction instanceof PointerAdd))
        || thread.function().instructions().stream()
            .filter(i -> i.operands().contains(instruction))
            .allMatch(i -> here.contains(i) && isUsedHere(i, here));
  }

  private String variable(Type type) throws RefusedException {
    if (!(type instanceof IntType integer)) {
      throw new RefusedException(thread.name() + " has an address that it computes or reads");
    }
    String name = "temporary_" + declared.size() + "_" + thread.name();
    declared.put(name, Operations.type(integer.bits()));
    return name;
  }

  private String text(Value value) {
    return values.getOrDefault(value, "");
  }

  private String joined(Phi phi) throws RefusedException {
    String name = values.get(phi);
    if (name == null) {
      name = variable(phi.type());
      values.put(phi, name);
    }
    return name;
  }

  private void part(Barrier barrier, Block block) throws RefusedException {
    if (barrier.kind() != Barrier.Kind.WORK_GROUP) {
      throw new RefusedException(thread.name() + " has a barrier of sub-groups");
    }
    int at = place(block);
    for (Block from : thread.function().blocks()) {
      boolean before = place(from) < at;
      for (Block to : from.successors()) {
        if (before ? place(to) > at : place(to) <= at) {
          throw new RefusedException(thread.name() + " does not meet its barrier always");
        }
      }
      if (before && from.terminatorOrNull() instanceof Return) {
        throw new RefusedException(thread.name() + " may end before its barrier");
      }
    }
    barriers.add(barrier);
    parts.add(new StringBuilder());
  }

  private void end(Terminator end, Block block) throws RefusedException {
    switch (end) {
      case Branch b -> jump(block, b.target(), "");
      case ConditionalBranch c when c.condition() instanceof UndefConstant ->
          // A weak exchange that fails for no reason; it never does here.
          jump(block, c.successors().get(1), "");
      case ConditionalBranch c -> {
        String condition = operations.text(c.condition());
        Block then = c.successors().get(0);
        Block otherwise = c.successors().get(1);
        if (place(then) == place(block) + 1) {
          jump(block, otherwise, "if (!" + condition + ") ");
          jump(block, then, "");
        } else {
          jump(block, then, "if (" + condition + ") ");
          jump(block, otherwise, "");
        }
      }
      case Switch s -> {
        for (int i = 0; i < s.cases().size(); i++) {
          String is = "if (" + operations.text(s.operand(0)) + " == " + s.cases().get(i) + ") ";
          jump(block, s.successors().get(i + 1), is);
        }
        jump(block, s.defaultTarget(), "");
      }
      case Return r -> {
        if (place(block) != order.size() - 1) {
          line("goto end_" + thread.name() + ";");
        }
      }
      default -> throw new RefusedException(thread.name() + " has " + end.mnemonic());
    }
  }

  /** Goes to a block, with the values that it joins. */
  private void jump(Block from, Block to, String condition) throws RefusedException {
    StringBuilder text = new StringBuilder();
    for (Phi phi : to.phis()) {
      String value = operations.text(phi.incoming(from));
      text.append(joined(phi)).append(" = ").append(value).append("; ");
    }
    boolean back = place(to) <= place(from);
    if (back) {
      loops = true;
      String again = "again_" + thread.name();
      declared.putIfAbsent(again, "int");
      text.append("if (++%s > %d) goto gone_%s; ".formatted(again, MOST_LOOPS, thread.name()));
    }
    if (place(to) != place(from) + 1 || !condition.isEmpty()) {
      text.append("goto ").append(target(to)).append(';');
    }
    if (!text.isEmpty()) {
      String body = text.toString().strip();
      line(
          condition.isEmpty() || body.indexOf(';') == body.length() - 1
              ? condition + body
              : condition + "{ " + body + " }");
    }
  }

  /** Returns whether it may give an instance up, by a jump to its label {@code gone}. */
  boolean mayGiveUp() {
    return loops;
  }
}
