package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.text.LlvmNames;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An emission scope: the text that instructions are emitted to, and the names that the IR's values
 * have there. One scope is a helper function or one region of a kernel.
 */
public abstract class EmitScope {
  private final ModuleContext module;
  private final LlvmNames names;
  private LlvmText out;

  public EmitScope(ModuleContext module, LlvmNames names) {
    this.module = module;
    this.names = names;
    this.out = new LlvmText(names);
  }

  public final ModuleContext module() {
    return module;
  }

  public final LlvmNames names() {
    return names;
  }

  /** Returns the text that instructions are added to now. */
  public final LlvmText out() {
    return out;
  }

  public final void setOut(LlvmText text) {
    this.out = text;
  }

  /** Returns the text of an operand without its type; it may add a load to {@link #out()}. */
  public final String operand(Value value) {
    return switch (value) {
      case Constant c -> LlvmTypes.constant(c);
      case GlobalVariable g -> global(g);
      case Parameter p -> parameter(p);
      case Instruction i -> result(i);
    };
  }

  /** Returns the text of an operand with its type. */
  public final String typed(Value value) {
    return LlvmTypes.type(value.type()) + " " + operand(value);
  }

  private String global(GlobalVariable variable) {
    return switch (variable.space()) {
      case LOCAL -> out.gepInBounds("%arena", module.layout().offsetOf(variable));
      default -> module.globals().reference(variable);
    };
  }

  /**
   * Adds an instruction that computes {@code instruction}'s result.
   *
   * @param emission adds it to the text that it is given, which names its result
   */
  public final void define(Instruction instruction, Consumer<LlvmText> emission) {
    emission.accept(out.as(() -> nameOf(instruction)));
    defined(instruction);
  }

  /** Adds a call of a function whose parameters and result are of one type; declares it. */
  public final String call(String type, String function, String... values) {
    return call("", type, function, Collections.nCopies(values.length, type), List.of(values));
  }

  /**
   * Adds a call of a function, which it declares.
   *
   * @param flags what stands before the result's type, followed by a blank
   */
  public final String call(
      String flags, String result, String function, List<String> types, List<String> values) {
    module.declare(result, function, types);
    return out.call(flags + result, function, LlvmText.typed(types, values));
  }

  /** Makes {@code text}, an operand's text, the result of {@code instruction}. */
  public abstract void alias(Instruction instruction, String text);

  /** Returns the name that a parameter has. */
  public abstract String parameter(Parameter parameter);

  /** Returns the text of a result. */
  public abstract String result(Instruction instruction);

  /** Returns the name that the result of {@code instruction} gets. */
  public abstract String nameOf(Instruction instruction);

  /** Is called after the instruction that computes a result was added. */
  public abstract void defined(Instruction instruction);

  /** Returns the label that a terminator jumps to for {@code block}, without the {@code %}. */
  public abstract String label(Block block);

  /** Ends the work-item's part: a return without a value from a kernel, or the function's. */
  public abstract void emitReturn(Instruction instruction);

  /** Returns the name of an id of the work-item, such as {@code %lid0}. */
  public abstract String workItem(WorkItemId id, int dimension);

  /** Returns the name of the work-item's local linear id, an i64, where it has one; else null. */
  public @Nullable String localLinearId() {
    return null;
  }

  /**
   * Returns what follows an access to memory that other work-items of the loop don't conflict with.
   */
  public abstract String accessMetadata(Value pointer);

  /** Returns what follows any access, atomic or not, for what it cannot meet. */
  public final String aliasTags(Value pointer) {
    return module.aliases().tags(pointer);
  }

  /** The ids that differ from one work-item or work-group to the next. */
  public enum WorkItemId {
    LOCAL_ID,
    GLOBAL_ID,
    GROUP_ID,
    LOCAL_SIZE
  }
}
