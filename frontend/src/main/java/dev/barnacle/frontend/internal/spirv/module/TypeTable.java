package dev.barnacle.frontend.internal.spirv.module;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.module.SpirvType.Opaque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The types of a module, by their ids. */
public final class TypeTable {
  private static final Set<Integer> VECTOR_SIZES = Set.of(2, 3, 4, 8, 16);

  /** Structures and arrays of more parts than this are refused. */
  private static final long MOST_BYTES = 1L << 40;

  /** The depth up to which structures may be nested (SPIR-V, 2.17 "Universal Limits"). */
  private static final int MOST_DEPTH = 255;

  private final Map<Integer, SpirvType> types = new HashMap<>();

  /** Pointers that are used before they are declared, as in structures that point to themselves. */
  private final Map<Integer, SpirvInstruction> forward = new LinkedHashMap<>();

  private final Decorations decorations;
  private final Lengths lengths;

  /** Gives the values of the constants that are lengths of arrays. */
  interface Lengths {
    long of(int id, SpirvInstruction by);
  }

  /**
   * Makes an empty table.
   *
   * @param lengths gives the values of the constants that are lengths of arrays
   */
  TypeTable(Decorations decorations, Lengths lengths) {
    this.decorations = decorations;
    this.lengths = lengths;
  }

  /** Returns the type of an id that an instruction names. */
  public SpirvType get(int id, SpirvInstruction by) {
    SpirvType type = types.get(id);
    if (type == null) {
      throw by.invalid("%" + id + " is no type");
    }
    return type;
  }

  /** Returns whether an id is a type's. */
  public boolean contains(int id) {
    return types.containsKey(id);
  }

  /** Adds the type that an instruction declares. */
  void add(SpirvInstruction by) {
    SpirvType type =
        switch (by.name()) {
          case Opcode.TYPE_VOID -> new SpirvType.VoidType();
          case Opcode.TYPE_BOOL -> new SpirvType.Bool();
          case Opcode.TYPE_INT -> integer(by);
          case Opcode.TYPE_FLOAT -> real(by);
          case Opcode.TYPE_VECTOR -> vector(by);
          case Opcode.TYPE_ARRAY -> array(by);
          case Opcode.TYPE_STRUCT -> struct(by);
          case Opcode.TYPE_POINTER -> pointer(by);
          case Opcode.TYPE_FUNCTION -> function(by);
          case Opcode.TYPE_IMAGE -> image(by);
          case Opcode.TYPE_SAMPLED_IMAGE -> sampledImage(by);
          case Opcode.TYPE_SAMPLER -> new Opaque(Opaque.Kind.SAMPLER);
          case Opcode.TYPE_EVENT -> new Opaque(Opaque.Kind.EVENT);
          case Opcode.TYPE_DEVICE_EVENT -> new Opaque(Opaque.Kind.DEVICE_EVENT);
          case Opcode.TYPE_RESERVE_ID -> new Opaque(Opaque.Kind.RESERVE_ID);
          case Opcode.TYPE_QUEUE -> new Opaque(Opaque.Kind.QUEUE);
          case Opcode.TYPE_PIPE ->
              new Opaque(by.operand(0) == 1 ? Opaque.Kind.WRITE_PIPE : Opaque.Kind.READ_PIPE);
          case Opcode.TYPE_OPAQUE -> new Opaque(Opaque.Kind.NAMED);
          default -> throw by.invalid("this type is not supported");
        };
    if (forward.containsKey(by.result())) {
      throw by.invalid("its OpTypeForwardPointer says that it is a pointer");
    }
    types.put(by.result(), type);
  }

  private static SpirvType integer(SpirvInstruction by) {
    int bits = by.operand(0);
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
      throw by.invalid("integers of " + Integer.toUnsignedString(bits) + " bits are not supported");
    }
    return new SpirvType.Int(bits);
  }

  private static SpirvType real(SpirvInstruction by) {
    int bits = by.operand(0);
    if ((bits != 16 && bits != 32 && bits != 64) || by.operands() > 1) {
      throw by.invalid("this floating-point type is not supported");
    }
    return new SpirvType.FloatType(bits);
  }

  private SpirvType vector(SpirvInstruction by) {
    SpirvType element = get(by.operand(0), by);
    boolean scalar =
        element instanceof SpirvType.Int
            || element instanceof SpirvType.FloatType
            || element instanceof SpirvType.Bool;
    if (!scalar || !VECTOR_SIZES.contains(by.operand(1))) {
      throw by.invalid("a vector has 2, 3, 4, 8 or 16 scalars");
    }
    return new SpirvType.Vector(element, by.operand(1));
  }

  private SpirvType array(SpirvInstruction by) {
    SpirvType element = data(by.operand(0), by);
    long count = lengths.of(by.operand(1), by);
    if (count < 0 || count > MOST_BYTES / Math.max(1, TypeLayout.size(element))) {
      throw by.invalid("an array of " + Long.toUnsignedString(count) + " elements");
    }
    return nested(new SpirvType.Array(element, count, TypeLayout.depth(element) + 1), by);
  }

  private SpirvType struct(SpirvInstruction by) {
    List<SpirvType> members = new ArrayList<>();
    long size = 0;
    for (int id : by.operandsFrom(0)) {
      SpirvType member = data(id, by);
      size += TypeLayout.size(member);
      members.add(member);
    }
    if (size > MOST_BYTES) {
      throw by.invalid("a structure of " + size + " bytes");
    }
    boolean packed = decorations.has(by.result(), Decorations.C_PACKED);
    return nested(TypeLayout.struct(by.result(), members, packed), by);
  }

  private static SpirvType nested(SpirvType type, SpirvInstruction by) {
    if (TypeLayout.depth(type) > MOST_DEPTH) {
      throw by.invalid("more than " + MOST_DEPTH + " aggregates are nested (SPIR-V, 2.17)");
    }
    return type;
  }

  /** Returns a type that a variable can have. */
  private SpirvType data(int id, SpirvInstruction by) {
    SpirvType type = get(id, by);
    if (type instanceof SpirvType.VoidType || type instanceof SpirvType.FunctionType) {
      throw by.invalid("%" + id + " is no type of an object");
    }
    return type;
  }

  private SpirvType pointer(SpirvInstruction by) {
    StorageClass storage = storage(by, 0);
    SpirvInstruction before = forward.remove(by.result());
    if (before != null && storage(before, 1) != storage) {
      throw by.invalid("its OpTypeForwardPointer has another storage class");
    }
    int pointee = by.operand(1);
    return new SpirvType.Pointer(storage, () -> get(pointee, by));
  }

  private static StorageClass storage(SpirvInstruction by, int operand) {
    StorageClass storage = StorageClass.of(by.operand(operand));
    if (storage == null) {
      throw by.invalid("storage class " + by.operand(operand) + " is not one of kernels");
    }
    return storage;
  }

  /** Adds a pointer that is declared later ({@code OpTypeForwardPointer}). */
  void addForward(SpirvInstruction by) {
    int id = by.operand(0);
    if (types.containsKey(id)) {
      return;
    }
    forward.put(id, by);
    types.put(id, new SpirvType.Pointer(storage(by, 1), () -> pointee(id, by)));
  }

  private SpirvType pointee(int id, SpirvInstruction by) {
    if (!forward.containsKey(id) && get(id, by) instanceof SpirvType.Pointer pointer) {
      return pointer.pointee().get();
    }
    throw by.invalid("%" + id + " is not declared");
  }

  /** Looks whether all pointers are declared, when all types have been added. */
  void finish() {
    for (SpirvInstruction by : forward.values()) {
      throw by.invalid("%" + by.operand(0) + " is not declared by an OpTypePointer");
    }
  }

  private SpirvType function(SpirvInstruction by) {
    List<SpirvType> parameters = new ArrayList<>();
    for (int id : by.operandsFrom(1)) {
      parameters.add(data(id, by));
    }
    SpirvType result = get(by.operand(0), by);
    return new SpirvType.FunctionType(
        result instanceof SpirvType.VoidType ? result : data(by.operand(0), by), parameters);
  }

  private static SpirvType image(SpirvInstruction by) {
    int dim = by.operand(1);
    if (dim != 0 && dim != 1 && dim != 2 && dim != 5) {
      throw by.invalid("dimensionality " + dim + " is not one of kernels");
    }
    int access = by.operands() > 7 ? by.operand(7) : 0;
    if (access < 0 || access > 2 || (by.operand(3) | by.operand(4) | by.operand(2)) >>> 2 != 0) {
      throw by.invalid("its depth, arrayed, multisampled or access operand is wrong");
    }
    return new SpirvType.Image(
        dim, by.operand(2) == 1 ? 1 : 0, by.operand(3), by.operand(4), access);
  }

  private SpirvType sampledImage(SpirvInstruction by) {
    return get(by.operand(0), by) instanceof SpirvType.Image image
        ? new SpirvType.SampledImage(image)
        : failed(by);
  }

  private static SpirvType failed(SpirvInstruction by) {
    throw by.invalid("its operand is no image");
  }
}
