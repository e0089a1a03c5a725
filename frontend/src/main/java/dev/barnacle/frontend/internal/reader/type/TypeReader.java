package dev.barnacle.frontend.internal.reader.type;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.OpaqueType;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.VectorType;
import dev.barnacle.llvm.view.LlvmDataLayout;
import dev.barnacle.llvm.view.LlvmType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * LLVM's types as the IR's.
 *
 * <p>The IR has no aggregates as values: an LLVM struct or array value becomes its {@link Leaf
 * leaves}. It has integers of 1, 8, 16, 32 and 64 bits: one of another width lies in the next wider
 * ({@link IntegerWidths}), one of up to 128 bits in two leaves. A vector of one lane is its
 * element.
 */
public final class TypeReader {
  /**
   * A scalar or vector inside a type.
   *
   * @param type its type in the IR
   * @param bits how many bits an integer has in memory; zero for all others, also samplers
   * @param offset where it starts, in bytes
   */
  public record Leaf(Type type, int bits, long offset) {
    /** Returns whether it is an integer of another width than its type in the IR. */
    public boolean isOdd() {
      return bits != 0 && type instanceof IntType integer && integer.bits() != bits;
    }
  }

  /** The name of LLVM's type of samplers. */
  public static final String SAMPLER = "spirv.Sampler";

  /** Each part of a value is a value of its own; programs copy larger objects in memory. */
  private static final long MOST_LEAVES = 1 << 16;

  private final LlvmDataLayout layout;
  private final Map<LlvmType, Type> known = new HashMap<>();
  private final Map<LlvmType, Long> counts = new HashMap<>();

  public TypeReader(LlvmDataLayout layout) {
    this.layout = layout;
  }

  public LlvmDataLayout layout() {
    return layout;
  }

  public static boolean isAggregate(LlvmType type) {
    return type.kind() == LlvmType.Kind.STRUCT || type.kind() == LlvmType.Kind.ARRAY;
  }

  /** The IR type of a type that is no aggregate. */
  public Type type(LlvmType type) {
    Type found = known.get(type);
    if (found == null) {
      found = convert(type);
      known.put(type, found);
    }
    return found;
  }

  private Type convert(LlvmType type) {
    return switch (type.kind()) {
      case VOID -> Types.VOID;
      case HALF -> Types.F16;
      case FLOAT -> Types.F32;
      case DOUBLE -> Types.F64;
      case INTEGER -> new IntType(containerBits(type.integerBits()));
      case POINTER -> new PointerType(space(type.addressSpace()));
      case VECTOR -> vector(type);
      case TARGET_EXTENSION -> extension(type.extensionName());
      case BFLOAT -> throw UnsupportedException.of("the type bfloat16");
      case FUNCTION, STRUCT, ARRAY, LABEL, METADATA, TOKEN, OTHER ->
          throw UnsupportedException.of("a value of the LLVM type '" + type + "'");
    };
  }

  private Type vector(LlvmType type) {
    if (IntegerWidths.isOdd(type.element()) || IntegerWidths.isWide(type.element())) {
      throw UnsupportedException.of(
          "a vector of integers of " + type.element().integerBits() + " bits");
    }
    Type element = type(type.element());
    long lanes = type.count();
    return lanes == 1 ? element : new VectorType(element, Math.toIntExact(lanes));
  }

  /** The width of the IR integer that holds one of {@code bits} bits. */
  static int containerBits(int bits) {
    if (bits == 1) {
      return 1;
    }
    if (bits > Long.SIZE) {
      throw UnsupportedException.of("an integer of " + bits + " bits");
    }
    return Math.max(Byte.SIZE, Integer.highestOneBit(2 * bits - 1));
  }

  /** The address space of a number of the target spir64. */
  public static AddressSpace space(int number) {
    return switch (number) {
      case 0 -> AddressSpace.PRIVATE;
      case 1 -> AddressSpace.GLOBAL;
      case 2 -> AddressSpace.CONSTANT;
      case 3 -> AddressSpace.LOCAL;
      case 4 -> AddressSpace.GENERIC;
      default -> throw UnsupportedException.of("the address space number " + number);
    };
  }

  /**
   * An image is a pointer to its description (the library's {@code struct image}), a sampler its
   * initialiser's bits, a pipe a pointer to its state (the library's {@code struct pipe_memory}), a
   * reservation id a number.
   */
  private static Type extension(String name) {
    return switch (name) {
      case "spirv.Image" -> new PointerType(AddressSpace.CONSTANT);
      case SAMPLER -> Types.I32;
      case "spirv.Pipe" -> new PointerType(AddressSpace.GLOBAL);
      case "spirv.ReserveId" -> Types.I64;
      default -> new OpaqueType(opaque(name));
    };
  }

  private static OpaqueType.Kind opaque(String name) {
    return switch (name) {
      case "spirv.Event" -> OpaqueType.Kind.EVENT;
      case "spirv.Queue" -> OpaqueType.Kind.QUEUE;
      case "spirv.DeviceEvent" -> OpaqueType.Kind.CLK_EVENT;
      default -> throw UnsupportedException.of("the target type '" + name + "'");
    };
  }

  /**
   * Returns the leaves of a value of this type: itself, or for an aggregate all that is inside.
   *
   * @throws UnsupportedException if it is of too many
   */
  public List<Leaf> leaves(LlvmType type) {
    checkLeaves(type);
    List<Leaf> leaves = new ArrayList<>();
    collect(type, 0, leaves);
    return leaves;
  }

  /**
   * Throws if a value of a type is of too many parts.
   *
   * @throws UnsupportedException with their number
   */
  public void checkLeaves(LlvmType type) {
    long count = countLeaves(type);
    if (count > MOST_LEAVES) {
      String number = count == Long.MAX_VALUE ? "2^63 or more" : Long.toString(count);
      throw UnsupportedException.of(
          "a value of an aggregate of %s scalars and vectors, of more than %d,"
              .formatted(number, MOST_LEAVES));
    }
  }

  /** Returns how many leaves a value of a type has; {@link Long#MAX_VALUE} for that or more. */
  public long countLeaves(LlvmType type) {
    Long found = counts.get(type);
    if (found == null) {
      found = count(type);
      counts.put(type, found);
    }
    return found;
  }

  private long count(LlvmType type) {
    return switch (type.kind()) {
      case STRUCT -> {
        long sum = 0;
        for (LlvmType member : type.members()) {
          long next = sum + countLeaves(member);
          sum = next < 0 ? Long.MAX_VALUE : next;
        }
        yield sum;
      }
      case ARRAY -> {
        long each = countLeaves(type.element());
        boolean tooMany = Math.multiplyHigh(each, type.count()) != 0 || each * type.count() < 0;
        yield tooMany ? Long.MAX_VALUE : each * type.count();
      }
      case VOID -> 0;
      case INTEGER -> type.integerBits() > Long.SIZE && type.integerBits() <= 2 * Long.SIZE ? 2 : 1;
      default -> 1;
    };
  }

  private void collect(LlvmType type, long offset, List<Leaf> into) {
    switch (type.kind()) {
      case STRUCT -> {
        List<LlvmType> members = type.members();
        for (int i = 0; i < members.size(); i++) {
          collect(members.get(i), offset + layout.memberOffset(type, i), into);
        }
      }
      case ARRAY -> {
        LlvmType element = type.element();
        if (countLeaves(element) == 0) {
          return;
        }
        long size = layout.allocSize(element);
        for (long i = 0; i < type.count(); i++) {
          collect(element, offset + i * size, into);
        }
      }
      case VOID -> {}
      case INTEGER -> collectInteger(type.integerBits(), offset, into);
      default -> into.add(new Leaf(type(type), 0, offset));
    }
  }

  private static void collectInteger(int bits, long offset, List<Leaf> into) {
    if (bits > Long.SIZE && bits <= 2 * Long.SIZE) {
      into.add(new Leaf(Types.I64, Long.SIZE, offset));
      into.add(new Leaf(Types.I64, bits - Long.SIZE, offset + Long.BYTES));
    } else {
      into.add(new Leaf(new IntType(containerBits(bits)), bits, offset));
    }
  }

  /**
   * Returns the number of leaves before the member that {@code indices} lead to.
   *
   * @throws UnsupportedException if the aggregate is of too many
   */
  public int leafIndex(LlvmType aggregate, List<Integer> indices) {
    checkLeaves(aggregate);
    int before = 0;
    LlvmType type = aggregate;
    for (int index : indices) {
      if (type.kind() == LlvmType.Kind.STRUCT) {
        List<LlvmType> members = type.members();
        for (LlvmType member : members.subList(0, index)) {
          before += (int) countLeaves(member);
        }
        type = members.get(index);
      } else {
        type = type.element();
        before += index * (int) countLeaves(type);
      }
    }
    return before;
  }

  /** The IR's float type of a float or a vector of floats. */
  public static FloatType floatType(Type type) {
    if (type.scalar() instanceof FloatType floating) {
      return floating;
    }
    throw new IllegalArgumentException(type + " is no floating-point type");
  }
}
