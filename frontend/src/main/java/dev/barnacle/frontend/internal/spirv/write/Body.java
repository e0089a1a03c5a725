package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.module.StorageClass;
import dev.barnacle.llvm.view.LlvmBlock;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmDebugLocation;
import dev.barnacle.llvm.view.LlvmGlobalVariable;
import dev.barnacle.llvm.view.LlvmInstruction;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A function's body on its way: its blocks, and the ids that stand for LLVM's values. */
final class Body {
  /** The instructions of one of LLVM's blocks, of which several may have become. */
  static final class Block {
    final int label;
    int exit;
    final WordBuffer phis = new WordBuffer();
    final WordBuffer code = new WordBuffer();
    final WordBuffer end = new WordBuffer();

    Block(int label) {
      this.label = label;
      this.exit = label;
    }
  }

  private final Surroundings module;
  private final Map<LlvmValue, Integer> ids = new HashMap<>();
  private final Map<LlvmBlock, Block> blocks = new LinkedHashMap<>();
  private final WordBuffer variables = new WordBuffer();
  private WordBuffer out = new WordBuffer();
  private @Nullable Block current;
  private @Nullable LlvmDebugLocation line;
  private Operands operands = new Operands(this);

  Body(Surroundings module) {
    this.module = module;
  }

  Surroundings module() {
    return module;
  }

  TypeWriter types() {
    return module.types;
  }

  ConstantWriter constants() {
    return module.constants;
  }

  Block block(LlvmBlock block) {
    return blocks.computeIfAbsent(block, b -> new Block(module.text.id()));
  }

  /** Goes on in one of LLVM's blocks. */
  void enter(LlvmBlock block) {
    current = block(block);
    out = current.code;
    line = null;
  }

  /** Writes what is before a block's end from now on. */
  void enterEnd(LlvmBlock block) {
    enter(block);
  }

  Block current() {
    if (current == null) {
      throw new IllegalStateException("no block");
    }
    return current;
  }

  /** Ends the block with what goes on in another, which begins. */
  void split(int label, String terminator, int... targets) {
    out.op(terminator, targets);
    out.op(Opcode.LABEL, label);
    current().exit = label;
    line = null;
  }

  /** Writes the block's end. */
  void end(String op, int... words) {
    current().end.op(op, words);
  }

  /** Says where the next instructions come from. */
  void at(LlvmInstruction instruction) {
    if (!module.lines) {
      return;
    }
    Optional<LlvmDebugLocation> place =
        module.module.debugInfo().location(instruction).filter(l -> l.line() > 0);
    LlvmDebugLocation next = place.orElse(null);
    LlvmDebugLocation before = line;
    if (next == null) {
      if (before != null) {
        out.op(Opcode.NO_LINE);
      }
    } else if (before == null
        || before.line() != next.line()
        || before.column() != next.column()
        || !before.file().equals(next.file())) {
      out.op(Opcode.LINE, module.text.string(next.file()), next.line(), next.column());
    }
    line = next;
  }

  /** Writes an instruction; returns the id of its result. */
  int emit(String op, WrittenType type, int... words) {
    int id = module.text.id();
    out.op(op, WordBuffer.joined(new int[] {type.id(), id}, words));
    if (type.isFloat() && type.scalar().bits() == 16 && !op.equals(Opcode.LOAD)) {
      module.text.capability("Float16");
    }
    return constants().typed(id, type);
  }

  /** Writes an instruction of {@code OpenCL.std}; returns the id of its result. */
  int standard(String name, WrittenType type, int... words) {
    int number = module.text.standard(name);
    if (number < 0) {
      throw new IllegalArgumentException("no instruction " + name);
    }
    return emit(
        Opcode.EXT_INST,
        type,
        WordBuffer.joined(new int[] {module.text.standardSet(), number}, words));
  }

  /** Writes an instruction without a result. */
  void effect(String op, int... words) {
    out.op(op, words);
  }

  /** Reserves a variable of the function; returns its address. */
  int variable(WrittenType content) {
    WrittenType type = types().pointer(StorageClass.FUNCTION, content);
    int id = module.text.id();
    variables.op(Opcode.VARIABLE, type.id(), id, TypeWriter.number(StorageClass.FUNCTION));
    return constants().typed(id, type);
  }

  void define(LlvmValue value, int id) {
    ids.put(value, id);
  }

  boolean isDefined(LlvmValue value) {
    return ids.containsKey(value);
  }

  /** Returns the id that stands for a value here. */
  int value(LlvmValue value) {
    Integer known = ids.get(value);
    if (known != null) {
      return known;
    }
    return switch (value) {
      case LlvmGlobalVariable global -> module.variable(global);
      case LlvmConstant constant -> constant(constant);
      default -> throw new WriteException("the value " + value + " has no form in SPIR-V");
    };
  }

  private int constant(LlvmConstant constant) {
    return ConstantWriter.isPlain(constant)
        ? constants().plain(constant)
        : operands.expression(constant);
  }

  /** Returns the id of a value in a type: of pointers one to what that points to. */
  int value(LlvmValue value, WrittenType wanted) {
    if (wanted.isPointer() && isNull(value)) {
      return constants().nullOf(wanted);
    }
    return cast(value(value), wanted);
  }

  private static boolean isNull(LlvmValue value) {
    return value instanceof LlvmConstant c && c.kind() == LlvmConstant.Kind.NULL_POINTER;
  }

  /** Returns a pointer to what another type points to, or a value as it is. */
  int cast(int id, WrittenType wanted) {
    WrittenType type = constants().typeOf(id);
    if (type.equals(wanted)) {
      return id;
    }
    if (!type.isPointer() || !wanted.isPointer() || type.space() != wanted.space()) {
      throw new IllegalStateException("%" + id + " is not of type %" + wanted.id());
    }
    return emit(Opcode.BITCAST, wanted, id);
  }

  /** Returns a pointer to something of this type. */
  int pointer(LlvmValue value, WrittenType pointee) {
    int space = value.type().addressSpace();
    return value(value, types().pointer(TypeWriter.storage(space), pointee));
  }

  WrittenType typeOf(int id) {
    return constants().typeOf(id);
  }

  /** Writes all blocks out, the first with the function's variables. */
  void print(WordBuffer to) {
    boolean first = true;
    for (Block block : blocks.values()) {
      to.op(Opcode.LABEL, block.label);
      if (first) {
        to.add(variables);
      }
      to.add(block.phis);
      to.add(block.code);
      to.add(block.end);
      first = false;
    }
  }
}
