package dev.barnacle.llvm.view;

import java.util.List;
import java.util.Optional;
import org.bytedeco.llvm.global.LLVM;

/** A type as the source declares it, from debug information; typedefs of it are seen through. */
public final class LlvmDebugType {
  /** The kinds of types. */
  public enum Kind {
    /** A number, pointer or enumeration. */
    SCALAR,
    POINTER,
    VECTOR,
    ARRAY,
    /** A struct or union. */
    STRUCT,
    OTHER
  }

  /**
   * A field of a struct or union.
   *
   * @param name empty for one without
   * @param offset in bytes
   */
  public record Field(String name, long offset, LlvmDebugType type) {}

  private static final int ARRAY = 0x01;
  private static final int ENUMERATION = 0x04;
  private static final int MEMBER = 0x0d;
  private static final int POINTER = 0x0f;
  private static final int STRUCTURE = 0x13;
  private static final int TYPEDEF = 0x16;
  private static final int UNION = 0x17;
  private static final int BASE = 0x24;
  private static final int CONST = 0x26;
  private static final int VOLATILE = 0x35;
  private static final int RESTRICT = 0x37;
  private static final int ATOMIC = 0x47;

  /** The operands of a type's node that are its parts. */
  private static final int NAME_OPERAND = 2;

  private static final int BASE_OPERAND = 3;
  private static final int ELEMENTS_OPERAND = 4;

  private final LlvmMetadata node;
  private final String name;
  private final int tag;

  private LlvmDebugType(LlvmMetadata node, String name, int tag) {
    this.node = node;
    this.name = name;
    this.tag = tag;
  }

  /** The type of a node; empty for what is {@code void} in the end. */
  static Optional<LlvmDebugType> of(LlvmMetadata node) {
    return of(node, "");
  }

  private static Optional<LlvmDebugType> of(LlvmMetadata node, String outerName) {
    int tag = LLVM.LLVMGetDINodeTag(node.metadataRef()) & 0xffff;
    String own = operand(node, NAME_OPERAND).flatMap(LlvmMetadata::string).orElse("");
    String name = outerName.isEmpty() ? own : outerName;
    return switch (tag) {
      case TYPEDEF -> operand(node, BASE_OPERAND).flatMap(base -> of(base, name));
      case CONST, VOLATILE, RESTRICT, ATOMIC ->
          operand(node, BASE_OPERAND).flatMap(base -> of(base, outerName));
      default -> Optional.of(new LlvmDebugType(node, name, tag));
    };
  }

  private static Optional<LlvmMetadata> operand(LlvmMetadata node, int index) {
    List<Optional<LlvmMetadata>> operands = node.operands();
    return index < operands.size() ? operands.get(index) : Optional.empty();
  }

  /** Returns the kind of this type. */
  public Kind kind() {
    return switch (tag) {
      case BASE, ENUMERATION -> Kind.SCALAR;
      case POINTER -> Kind.POINTER;
      case ARRAY -> isVector() ? Kind.VECTOR : Kind.ARRAY;
      case STRUCTURE, UNION -> Kind.STRUCT;
      default -> Kind.OTHER;
    };
  }

  private boolean isVector() {
    return (LLVM.LLVMDITypeGetFlags(node.metadataRef()) & LLVM.LLVMDIFlagVector) != 0;
  }

  /** The name by which it is used: a typedef's, or its own; empty for none. */
  public String name() {
    return name;
  }

  /** Its size in bytes. */
  public long byteSize() {
    return LLVM.LLVMDITypeGetSizeInBits(node.metadataRef()) / Byte.SIZE;
  }

  /**
   * Returns the type that a pointer points to, or the element of an array or vector; empty for
   * {@code void}.
   */
  public Optional<LlvmDebugType> base() {
    return operand(node, BASE_OPERAND).flatMap(LlvmDebugType::of);
  }

  /**
   * Returns the number of elements in each dimension of an array, or of a vector; 0 where it is not
   * known.
   */
  public List<Long> counts() {
    return elements().stream().map(LlvmDebugType::count).toList();
  }

  private static long count(LlvmMetadata range) {
    return operand(range, 0)
        .flatMap(LlvmMetadata::constant)
        .map(c -> Math.max(0, c.integerValue().longValue()))
        .orElse(0L);
  }

  /** The fields of a struct or union; without those whose type is not known. */
  public List<Field> fields() {
    return elements().stream()
        .filter(e -> (LLVM.LLVMGetDINodeTag(e.metadataRef()) & 0xffff) == MEMBER)
        .flatMap(e -> field(e).stream())
        .toList();
  }

  private static Optional<Field> field(LlvmMetadata member) {
    String name = operand(member, NAME_OPERAND).flatMap(LlvmMetadata::string).orElse("");
    long offset = LLVM.LLVMDITypeGetOffsetInBits(member.metadataRef()) / Byte.SIZE;
    return operand(member, BASE_OPERAND)
        .flatMap(LlvmDebugType::of)
        .map(type -> new Field(name, offset, type));
  }

  private List<LlvmMetadata> elements() {
    return operand(node, ELEMENTS_OPERAND)
        .map(list -> list.operands().stream().flatMap(Optional::stream).toList())
        .orElse(List.of());
  }
}
