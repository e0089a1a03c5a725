package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.module.StorageClass;
import dev.barnacle.frontend.internal.spirv.write.WrittenType.Kind;
import dev.barnacle.llvm.view.LlvmType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Declares types, each once. A pointer that LLVM says no more of than its address space points to
 * bytes.
 */
final class TypeWriter {
  /** As many words as an instruction has, without those of {@code OpTypeFunction} itself. */
  private static final int MOST_PARAMETERS = 0xffff - 3;

  private final ModuleText text;
  private final Map<List<Object>, WrittenType> known = new HashMap<>();
  private final Map<LlvmType, WrittenType> structs = new HashMap<>();

  TypeWriter(ModuleText text) {
    this.text = text;
  }

  WrittenType voidType() {
    return declare(Kind.VOID, Opcode.TYPE_VOID, 0, 0, null, List.of(), null, "", List.of());
  }

  WrittenType bool() {
    return declare(Kind.BOOL, Opcode.TYPE_BOOL, 0, 0, null, List.of(), null, "", List.of());
  }

  WrittenType integer(int bits) {
    switch (bits) {
      case 8 -> text.capability("Int8");
      case 16 -> text.capability("Int16");
      case 64 -> text.capability("Int64");
      case 32 -> {
        // Always there.
      }
      default -> throw new WriteException("an integer of " + bits + " bits has no form in SPIR-V");
    }
    return declare(Kind.INT, Opcode.TYPE_INT, bits, 0, null, List.of(), null, "", List.of(bits, 0));
  }

  WrittenType floating(int bits) {
    if (bits != 32) {
      text.capability(bits == 16 ? "Float16Buffer" : "Float64");
    }
    return declare(
        Kind.FLOAT, Opcode.TYPE_FLOAT, bits, 0, null, List.of(), null, "", List.of(bits));
  }

  WrittenType vector(WrittenType element, long count) {
    if (count == 1) {
      return element;
    }
    switch ((int) count) {
      case 2, 3, 4 -> {
        // Always there.
      }
      case 8, 16 -> text.capability("Vector16");
      default ->
          throw new WriteException("a vector of " + count + " elements has no form in SPIR-V");
    }
    return declare(
        Kind.VECTOR,
        Opcode.TYPE_VECTOR,
        0,
        count,
        element,
        List.of(),
        null,
        "",
        List.of(element.id(), (int) count));
  }

  /** Returns a type of as many components as another one's. */
  WrittenType like(WrittenType shape, WrittenType scalar) {
    return vector(scalar, shape.lanes());
  }

  /**
   * Declares an array.
   *
   * @param length the id of a constant
   */
  WrittenType array(WrittenType element, long count, int length) {
    return declare(
        Kind.ARRAY,
        Opcode.TYPE_ARRAY,
        0,
        count,
        element,
        List.of(),
        null,
        "",
        List.of(element.id(), length));
  }

  WrittenType pointer(StorageClass storage, WrittenType pointee) {
    if (storage == StorageClass.GENERIC) {
      text.capability("GenericPointer");
    }
    return declare(
        Kind.POINTER,
        Opcode.TYPE_POINTER,
        0,
        0,
        pointee,
        List.of(),
        storage,
        "",
        List.of(number(storage), pointee.id()));
  }

  static int number(StorageClass storage) {
    return switch (storage) {
      case UNIFORM_CONSTANT -> 0;
      case INPUT -> 1;
      case WORKGROUP -> 4;
      case CROSS_WORKGROUP -> 5;
      case FUNCTION -> 7;
      case GENERIC -> 8;
      default -> throw new WriteException("memory of the class " + storage);
    };
  }

  /** Returns the storage class of an address space. */
  static StorageClass storage(int space) {
    return switch (space) {
      case 0 -> StorageClass.FUNCTION;
      case 1 -> StorageClass.CROSS_WORKGROUP;
      case 2 -> StorageClass.UNIFORM_CONSTANT;
      case 3 -> StorageClass.WORKGROUP;
      case 4 -> StorageClass.GENERIC;
      default -> throw new WriteException("the address space " + space + " is none of OpenCL's");
    };
  }

  WrittenType function(WrittenType result, List<WrittenType> parameters) {
    if (parameters.size() > MOST_PARAMETERS) {
      throw new WriteException(
          "a function of more than " + MOST_PARAMETERS + " parameters has no form in SPIR-V");
    }
    List<Integer> operands = new ArrayList<>(List.of(result.id()));
    parameters.forEach(p -> operands.add(p.id()));
    return declare(Kind.FUNCTION, Opcode.TYPE_FUNCTION, 0, 0, null, List.of(), null, "", operands);
  }

  WrittenType opaque(String name, List<Integer> numbers) {
    return declare(Kind.OPAQUE, "OpType" + name, 0, 0, null, List.of(), null, name, numbers);
  }

  WrittenType sampledImage(WrittenType image) {
    return opaque("SampledImage", List.of(image.id()));
  }

  private WrittenType declare(
      Kind kind,
      String op,
      int bits,
      long count,
      @Nullable WrittenType element,
      List<WrittenType> members,
      @Nullable StorageClass storage,
      String name,
      List<Integer> operands) {
    return known.computeIfAbsent(
        List.of(op, operands),
        k -> {
          int id = text.id();
          int[] words = operands.stream().mapToInt(Integer::intValue).toArray();
          text.globals.op(op, WordBuffer.joined(new int[] {id}, words));
          return new WrittenType(id, kind, bits, count, element, members, storage, name, operands);
        });
  }

  /** Returns the type of LLVM's; arrays get the lengths that constants give. */
  WrittenType of(LlvmType type, ConstantWriter constants) {
    return switch (type.kind()) {
      case VOID -> voidType();
      case HALF -> floating(16);
      case FLOAT -> floating(32);
      case DOUBLE -> floating(64);
      case INTEGER -> type.integerBits() == 1 ? bool() : integer(type.integerBits());
      case VECTOR -> vector(of(type.element(), constants), type.count());
      case ARRAY -> {
        if (type.count() == 0) {
          throw new WriteException("an array of no elements has no form in SPIR-V");
        }
        yield array(
            of(type.element(), constants), type.count(), constants.arrayLength(type.count()));
      }
      case STRUCT -> struct(type, constants);
      case POINTER -> pointer(storage(type.addressSpace()), integer(8));
      case TARGET_EXTENSION -> extension(type);
      default -> throw new WriteException("the type " + type + " has no form in SPIR-V");
    };
  }

  private WrittenType struct(LlvmType type, ConstantWriter constants) {
    WrittenType found = structs.get(type);
    if (found != null) {
      return found;
    }
    List<WrittenType> members = type.members().stream().map(m -> of(m, constants)).toList();
    int id = text.id();
    int[] ids = members.stream().mapToInt(WrittenType::id).toArray();
    text.globals.op(Opcode.TYPE_STRUCT, WordBuffer.joined(new int[] {id}, ids));
    String words = type.toString();
    if (words.startsWith("%")) {
      String name = words.substring(1, words.contains(" ") ? words.indexOf(' ') : words.length());
      text.name(id, name.replace("\"", ""));
    }
    if (words.startsWith("<{") || words.contains("= type <{")) {
      text.decorate(id, "CPacked");
    }
    WrittenType made =
        new WrittenType(id, Kind.STRUCT, 0, members.size(), null, members, null, "", List.of());
    structs.put(type, made);
    return made;
  }

  private WrittenType extension(LlvmType type) {
    String name = type.extensionName();
    List<Integer> numbers = type.extensionIntegers();
    return switch (name) {
      case "spirv.Image" -> image(numbers);
      case "spirv.Sampler" -> opaque("Sampler", List.of());
      case "spirv.Event" -> opaque("Event", List.of());
      case "spirv.DeviceEvent" -> device("DeviceEvent");
      case "spirv.Queue" -> device("Queue");
      case "spirv.ReserveId" -> {
        text.capability("Pipes");
        yield opaque("ReserveId", List.of());
      }
      case "spirv.Pipe" -> {
        text.capability("Pipes");
        yield opaque("Pipe", numbers);
      }
      default -> throw new WriteException("the type " + type + " has no form in SPIR-V");
    };
  }

  private WrittenType device(String name) {
    text.capability("DeviceEnqueue");
    return opaque(name, List.of());
  }

  /** LLVM's numbers: dimension, depth, arrayed, multisampled, sampled, format, access. */
  private WrittenType image(List<Integer> numbers) {
    int dimension = numbers.get(0);
    text.capability("ImageBasic");
    if (dimension == 0) {
      text.capability("Sampled1D");
      text.capability("Image1D");
    } else if (dimension == 5) {
      text.capability("SampledBuffer");
      text.capability("ImageBuffer");
    }
    if (numbers.get(6) == 2) {
      text.capability("ImageReadWrite");
    }
    List<Integer> operands = new ArrayList<>(List.of(voidType().id()));
    operands.addAll(numbers);
    return opaque("Image", operands);
  }
}
