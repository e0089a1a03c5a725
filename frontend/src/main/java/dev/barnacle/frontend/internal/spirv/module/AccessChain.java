package dev.barnacle.frontend.internal.spirv.module;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The addresses that {@code OpAccessChain} and its kin compute, as LLVM's getelementptr (SPIR-V,
 * 3.49.8 "Memory Instructions").
 */
public final class AccessChain {
  private final SpirvModule module;
  private final SpirvInstruction by;

  /** Prepares the chain of an instruction. */
  public AccessChain(SpirvModule module, SpirvInstruction by) {
    this.module = module;
    this.by = by;
  }

  /**
   * Returns the operands of a getelementptr: the type, the pointer and the indexes.
   *
   * @param base the id of the pointer
   * @param indexes the ids of the indexes
   * @param element whether the first index counts objects as the pointer points to
   * @param typed writes an id with its type
   */
  public String operands(
      int base, List<Integer> indexes, boolean element, IntFunction<String> typed) {
    if (!(module.typeOf(base, by) instanceof SpirvType.Pointer pointer)) {
      throw by.invalid("%" + base + " is no pointer");
    }
    if (element && indexes.isEmpty()) {
      throw by.invalid("has no element");
    }
    SpirvType type = pointer.pointee().get();
    StringBuilder text = new StringBuilder(type.llvm()).append(", ").append(typed.apply(base));
    text.append(", ").append(element ? typed.apply(indexes.getFirst()) : "i32 0");
    for (int id : indexes.subList(element ? 1 : 0, indexes.size())) {
      switch (type) {
        case SpirvType.Struct s -> {
          long member = module.constants().integer(id, by);
          if (member < 0 || member >= s.members().size()) {
            throw by.invalid("the structure has no member " + member);
          }
          text.append(", i32 ").append(member);
          type = s.members().get((int) member);
        }
        case SpirvType.Array a -> {
          text.append(", ").append(typed.apply(id));
          type = a.element();
        }
        case SpirvType.Vector v -> {
          text.append(", ").append(typed.apply(id));
          type = v.element();
        }
        default -> throw by.invalid("it goes into a " + type.llvm() + ", which has no parts");
      }
    }
    return text.toString();
  }

  /** Returns whether the pointer and the indexes are constants. */
  public boolean isConstant(int base, List<Integer> indexes) {
    ConstantValue pointer = module.constants().find(base);
    return pointer != null
        && !(pointer instanceof ConstantValue.Undefined)
        && indexes.stream().allMatch(i -> module.constants().find(i) != null);
  }

  /** Returns a constant address. */
  public String constant(int base, List<Integer> indexes, boolean element) {
    return "getelementptr inbounds ("
        + operands(
            base,
            indexes,
            element,
            id -> {
              ConstantValue value = module.constants().get(id, by);
              return value.type().llvm() + " " + value.llvm();
            })
        + ")";
  }
}
