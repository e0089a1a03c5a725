package dev.barnacle.cl;

import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.OpaqueType;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A parameter of a kernel as it is declared ({@code clGetKernelArgInfo}).
 *
 * @param index its position, from 0
 * @param name its name in the source; its position where it has none
 * @param typeName its type as written, such as {@code float4*}
 * @param kind what may be passed
 * @param byteSize the bytes of a value; 0 for pointers to local memory; 8 for other pointers,
 *     images, samplers and pipes
 * @param alignment what a pointer's target must be aligned to, in bytes, at least 1
 * @param isConst declared {@code const} or in constant memory: the kernel does not write to it
 * @param dataType the type of a value that is a scalar or vector of numbers, what a pointer points
 *     to, or a pipe's packets; empty for structs and where it isn't known
 * @param access of an image or pipe: {@code read_only}, {@code write_only} or {@code read_write};
 *     else {@code none}
 * @param qualifiers {@code const}, {@code restrict} and {@code volatile} of what a pointer points
 *     to, and {@code pipe}, as declared ({@code CL_KERNEL_ARG_TYPE_QUALIFIER})
 */
public record KernelParameter(
    int index,
    String name,
    String typeName,
    Kind kind,
    long byteSize,
    long alignment,
    boolean isConst,
    Optional<DataType> dataType,
    String access,
    Set<String> qualifiers) {
  /** The size of the C API's {@code cl_sampler}. */
  private static final long HANDLE_BYTES = 8;

  /** The kind of argument that a parameter takes. */
  public enum Kind {
    /** A pointer to global memory: a {@link Buffer} or null. */
    GLOBAL,
    /** A pointer to constant memory: a {@link Buffer} or null. */
    CONSTANT,
    /** A pointer to local memory: a {@link LocalMemory}. */
    LOCAL,
    /** A scalar or vector: a number or an array of numbers. */
    VALUE,
    /** A struct or union: its bytes as a {@link java.lang.foreign.MemorySegment}. */
    STRUCT,
    /** An image; {@link KernelParameter#access} tells how the kernel uses it. */
    IMAGE,
    /** A sampler. */
    SAMPLER,
    /** A command-queue on the device. */
    QUEUE,
    /** A {@link Pipe}; {@link KernelParameter#access} tells which end the kernel uses. */
    PIPE,
    /** An argument that this version can't pass. */
    OPAQUE
  }

  static List<KernelParameter> of(Function kernel, KernelInfo info) {
    List<KernelParameter> all = new ArrayList<>();
    for (Parameter parameter : kernel.parameters()) {
      all.add(of(parameter, info.arguments().get(parameter.index())));
    }
    return List.copyOf(all);
  }

  private static KernelParameter of(Parameter parameter, KernelInfo.Argument declared) {
    Kind kind = kind(parameter, declared);
    Set<String> qualifiers = words(declared.qualifiers());
    return new KernelParameter(
        parameter.index(),
        declared.name(),
        declared.typeName(),
        kind,
        byteSize(parameter, kind),
        Math.max(1, parameter.attributes().alignment()),
        kind == Kind.CONSTANT || qualifiers.contains("const"),
        dataType(parameter, declared.baseType(), kind),
        declared.access(),
        qualifiers);
  }

  private static Set<String> words(String text) {
    Set<String> words = new HashSet<>(List.of(text.split(" ", 0)));
    words.remove("");
    return Set.copyOf(words);
  }

  private static Kind kind(Parameter parameter, KernelInfo.Argument declared) {
    if (parameter.type() instanceof OpaqueType opaque) {
      return opaque.kind() == OpaqueType.Kind.QUEUE ? Kind.QUEUE : Kind.OPAQUE;
    }
    if (declared.isImage()) {
      return Kind.IMAGE;
    }
    if (declared.isPipe()) {
      return Kind.PIPE;
    }
    if (declared.isSampler()) {
      return Kind.SAMPLER;
    }
    if (parameter.byValueBytes() > 0) {
      return Kind.STRUCT;
    }
    if (!(parameter.type() instanceof PointerType pointer)) {
      return Kind.VALUE;
    }
    return switch (pointer.space()) {
      case LOCAL -> Kind.LOCAL;
      case CONSTANT -> Kind.CONSTANT;
      case GLOBAL -> Kind.GLOBAL;
      case PRIVATE, GENERIC ->
          throw new IllegalArgumentException(
              "kernel parameter "
                  + parameter.name()
                  + " points to "
                  + pointer.space().keyword()
                  + " memory");
    };
  }

  private static long byteSize(Parameter parameter, Kind kind) {
    return switch (kind) {
      case STRUCT -> parameter.byValueBytes();
      case LOCAL -> 0;
      case SAMPLER -> HANDLE_BYTES;
      default -> parameter.type().byteSize();
    };
  }

  private static String pointee(String type) {
    return type.endsWith("*") ? type.substring(0, type.length() - 1) : type;
  }

  private static Optional<DataType> dataType(Parameter parameter, String typeName, Kind kind) {
    return switch (kind) {
      case VALUE -> valueType(parameter.type(), typeName);
      case GLOBAL, CONSTANT, LOCAL -> DataType.parse(pointee(typeName));
      case PIPE -> DataType.parse(typeName);
      case STRUCT, IMAGE, SAMPLER, QUEUE, OPAQUE -> Optional.empty();
    };
  }

  /**
   * The type's name says whether an integer is signed; of an enumeration only the width is known,
   * and the unsigned type takes every value of both.
   */
  private static Optional<DataType> valueType(Type type, String typeName) {
    Optional<DataType> named = DataType.parse(typeName);
    if (named.isPresent() && named.get().byteSize() == type.byteSize()) {
      return named;
    }
    DataType.Scalar scalar =
        switch (type.scalar()) {
          case IntType(int bits) when bits == 8 -> DataType.Scalar.UCHAR;
          case IntType(int bits) when bits == 16 -> DataType.Scalar.USHORT;
          case IntType(int bits) when bits == 32 -> DataType.Scalar.UINT;
          case IntType(int bits) when bits == 64 -> DataType.Scalar.ULONG;
          case FloatType(int bits) when bits == 16 -> DataType.Scalar.HALF;
          case FloatType(int bits) when bits == 32 -> DataType.Scalar.FLOAT;
          case FloatType(int bits) when bits == 64 -> DataType.Scalar.DOUBLE;
          default -> throw new IllegalArgumentException("kernel parameter of type " + type);
        };
    return Optional.of(new DataType(scalar, type.lanes()));
  }

  /** Returns its type as it is declared, such as {@code float4*} or {@code write_only pipe int}. */
  String declaredType() {
    return kind == Kind.PIPE ? access + " pipe " + typeName : typeName;
  }

  /** Returns {@code argument 2 'x' (float4*)}, for messages. */
  String label() {
    return "argument " + index + " '" + name + "' (" + declaredType() + ")";
  }
}
