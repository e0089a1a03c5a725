package dev.barnacle.frontend.internal.spirv.module;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The decorations of a module's ids (SPIR-V, 3.20 "Decoration"), groups resolved. */
public final class Decorations {
  /** {@code SpecId}. */
  public static final int SPEC_ID = 1;

  /** {@code CPacked}. */
  public static final int C_PACKED = 10;

  /** {@code BuiltIn}. */
  public static final int BUILT_IN = 11;

  /** {@code Volatile}. */
  public static final int VOLATILE = 21;

  /** {@code SaturatedConversion}. */
  public static final int SATURATED_CONVERSION = 28;

  /** {@code FuncParamAttr}. */
  public static final int FUNC_PARAM_ATTR = 38;

  /** {@code FPRoundingMode}. */
  public static final int FP_ROUNDING_MODE = 39;

  /** {@code FPFastMathMode}. */
  public static final int FP_FAST_MATH_MODE = 40;

  /** {@code LinkageAttributes}. */
  public static final int LINKAGE_ATTRIBUTES = 41;

  /** {@code Alignment}. */
  public static final int ALIGNMENT = 44;

  /** {@code NoSignedWrap}. */
  public static final int NO_SIGNED_WRAP = 4469;

  /** {@code NoUnsignedWrap}. */
  public static final int NO_UNSIGNED_WRAP = 4470;

  private static final int GROUP_DECORATE_TARGETS = 1;

  private final Map<Integer, List<SpirvInstruction>> all = new HashMap<>();

  /** Adds what an annotation instruction says. */
  void add(SpirvInstruction instruction) {
    switch (instruction.name()) {
      case Opcode.DECORATE, Opcode.DECORATE_ID, Opcode.DECORATE_STRING ->
          all.computeIfAbsent(instruction.operand(0), k -> new ArrayList<>()).add(instruction);
      case Opcode.GROUP_DECORATE -> {
        List<SpirvInstruction> group = all.getOrDefault(instruction.operand(0), List.of());
        for (int target : instruction.operandsFrom(GROUP_DECORATE_TARGETS)) {
          all.computeIfAbsent(target, k -> new ArrayList<>()).addAll(List.copyOf(group));
        }
      }
      default -> {
        // Members' offsets and the like are those that OpenCL C gives them.
      }
    }
  }

  /** Returns the annotation that gives an id a decoration. */
  public Optional<SpirvInstruction> find(int id, int decoration) {
    for (SpirvInstruction i : all.getOrDefault(id, List.of())) {
      if (is(i, decoration)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  /** Returns the annotations that give an id a decoration. */
  public List<SpirvInstruction> list(int id, int decoration) {
    return all.getOrDefault(id, List.of()).stream().filter(i -> is(i, decoration)).toList();
  }

  private static boolean is(SpirvInstruction i, int decoration) {
    return i.operands() > 1 && i.operand(1) == decoration;
  }

  /** Returns whether an id has a decoration. */
  public boolean has(int id, int decoration) {
    return find(id, decoration).isPresent();
  }

  /** Returns the first literal of a decoration. */
  public Optional<Integer> number(int id, int decoration) {
    return find(id, decoration).map(i -> i.operand(2));
  }
}
