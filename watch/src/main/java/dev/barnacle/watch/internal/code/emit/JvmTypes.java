package dev.barnacle.watch.internal.code.emit;

import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.VoidType;
import dev.barnacle.watch.internal.run.exec.KernelBody;
import dev.barnacle.watch.internal.run.exec.WorkItem;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/**
 * The representation of values in a JVM frame: lane by lane. Integers of up to 32 bits are a
 * sign-extended int (i1 is 0 or 1), pointers a long, half the float of the same value.
 */
final class JvmTypes {
  static final ClassDesc WORK_ITEM = classDesc(WorkItem.class);
  static final ClassDesc KERNEL_BODY = classDesc(KernelBody.class);

  private JvmTypes() {}

  static ClassDesc classDesc(Class<?> type) {
    return ClassDesc.of(type.getName());
  }

  /** Returns the kind of local variable that a lane of {@code type} takes. */
  static TypeKind kind(Type type) {
    return switch (type.scalar()) {
      case IntType i -> i.bits() == 64 ? TypeKind.LONG : TypeKind.INT;
      case FloatType f -> f.bits() == 64 ? TypeKind.DOUBLE : TypeKind.FLOAT;
      case VoidType v -> TypeKind.VOID;
      default -> TypeKind.LONG;
    };
  }

  static ClassDesc desc(TypeKind kind) {
    return switch (kind) {
      case INT -> ConstantDescs.CD_int;
      case LONG -> ConstantDescs.CD_long;
      case FLOAT -> ConstantDescs.CD_float;
      case DOUBLE -> ConstantDescs.CD_double;
      default -> ConstantDescs.CD_void;
    };
  }

  static ClassDesc desc(Type type) {
    return desc(kind(type));
  }

  static MethodTypeDesc method(ClassDesc result, ClassDesc... parameters) {
    return MethodTypeDesc.of(result, parameters);
  }

  /** Returns the bits of a lane, 64 for pointers. */
  static int bits(Type type) {
    return switch (type.scalar()) {
      case IntType i -> i.bits();
      case FloatType f -> f.bits();
      default -> 64;
    };
  }
}
