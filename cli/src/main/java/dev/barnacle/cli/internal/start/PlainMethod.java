package dev.barnacle.cli.internal.start;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/**
 * A method in plain bytecode that does what a call site does.
 *
 * @param name its name, used once in its class
 * @param type as the call site's
 * @param what whether it is a switch over types, or which method of a record
 * @param arguments of the bootstrap method: the types, or the record, its names and its getters
 */
record PlainMethod(String name, MethodTypeDesc type, String what, List<ConstantDesc> arguments) {
  private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");
  private static final ClassDesc BUILDER = ClassDesc.of("java.lang.StringBuilder");

  static PlainMethod of(InvokeDynamicInstruction call, int number) {
    String what = call.name().stringValue();
    return new PlainMethod(
        "plain$" + what + "$" + number, call.typeSymbol(), what, call.bootstrapArgs());
  }

  /** Writes it into a class. */
  void addTo(ClassBuilder made) {
    int flags = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
    made.withMethodBody(
        name,
        type,
        flags,
        code -> {
          switch (what) {
            case "hashCode" -> hashCode(code);
            case "equals" -> equals(code);
            case "toString" -> toString(code);
            default -> typeSwitch(code);
          }
        });
  }

  /** SwitchBootstraps.typeSwitch: the first type from a number on that an object is of. */
  private void typeSwitch(CodeBuilder code) {
    Label present = code.newLabel();
    code.aload(0).ifnonnull(present).iconst_m1().ireturn().labelBinding(present);
    for (int i = 0; i < arguments.size(); i++) {
      Label next = code.newLabel();
      code.iload(1).loadConstant(i).if_icmpgt(next);
      code.aload(0).instanceOf((ClassDesc) arguments.get(i)).ifeq(next);
      code.loadConstant(i).ireturn().labelBinding(next);
    }
    code.loadConstant(arguments.size()).ireturn();
  }

  private List<DirectMethodHandleDesc> getters() {
    return arguments.subList(2, arguments.size()).stream()
        .map(DirectMethodHandleDesc.class::cast)
        .toList();
  }

  private static ClassDesc read(CodeBuilder code, int object, DirectMethodHandleDesc getter) {
    ClassDesc field = getter.invocationType().returnType();
    code.aload(object).getfield(getter.owner(), getter.methodName(), field);
    return field;
  }

  /** ObjectMethods' hashCode: 31 times the sum so far, plus the next component's. */
  private void hashCode(CodeBuilder code) {
    code.iconst_0();
    for (DirectMethodHandleDesc getter : getters()) {
      code.loadConstant(31).imul();
      ClassDesc field = read(code, 0, getter);
      if (field.isPrimitive()) {
        code.invokestatic(box(field), "hashCode", MethodTypeDesc.of(ConstantDescs.CD_int, field));
      } else {
        MethodTypeDesc ofObject = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_Object);
        code.invokestatic(OBJECTS, "hashCode", ofObject);
      }
      code.iadd();
    }
    code.ireturn();
  }

  /** ObjectMethods' equals: the same record type, and each component equal. */
  private void equals(CodeBuilder code) {
    ClassDesc self = type.parameterType(0);
    Label unequal = code.newLabel();
    Label different = code.newLabel();
    code.aload(0).aload(1).if_acmpne(different).iconst_1().ireturn().labelBinding(different);
    code.aload(1).instanceOf(self).ifeq(unequal);
    code.aload(1).checkcast(self).astore(2);
    for (DirectMethodHandleDesc getter : getters()) {
      ClassDesc field = read(code, 0, getter);
      read(code, 2, getter);
      if (!field.isPrimitive()) {
        MethodTypeDesc ofObjects =
            MethodTypeDesc.of(
                ConstantDescs.CD_boolean, ConstantDescs.CD_Object, ConstantDescs.CD_Object);
        code.invokestatic(OBJECTS, "equals", ofObjects).ifeq(unequal);
      } else if (TypeKind.from(field).asLoadable() == TypeKind.INT) {
        code.if_icmpne(unequal);
      } else {
        MethodTypeDesc ofTwo = MethodTypeDesc.of(ConstantDescs.CD_int, field, field);
        code.invokestatic(box(field), "compare", ofTwo).ifne(unequal);
      }
    }
    code.iconst_1().ireturn().labelBinding(unequal).iconst_0().ireturn();
  }

  /** ObjectMethods' toString: the record's simple name, and each component's name and text. */
  private void toString(CodeBuilder code) {
    code.new_(BUILDER).dup();
    code.invokespecial(BUILDER, "<init>", MethodTypeDesc.of(ConstantDescs.CD_void));
    code.loadConstant(type.parameterType(0));
    code.invokevirtual(
        ConstantDescs.CD_Class, "getSimpleName", MethodTypeDesc.of(ConstantDescs.CD_String));
    append(code, ConstantDescs.CD_String);
    String before = "[";
    for (DirectMethodHandleDesc getter : getters()) {
      append(code.loadConstant(before + getter.methodName() + "="), ConstantDescs.CD_String);
      append(code, read(code, 0, getter));
      before = ", ";
    }
    append(code.loadConstant(getters().isEmpty() ? "[]" : "]"), ConstantDescs.CD_String);
    code.invokevirtual(BUILDER, "toString", MethodTypeDesc.of(ConstantDescs.CD_String)).areturn();
  }

  /** Appends a value on the stack to the builder below it. */
  private static void append(CodeBuilder code, ClassDesc value) {
    ClassDesc taken =
        switch (value.descriptorString()) {
          case "B", "S" -> ConstantDescs.CD_int;
          case "Ljava/lang/String;", "Z", "C", "I", "J", "F", "D" -> value;
          default -> ConstantDescs.CD_Object;
        };
    code.invokevirtual(BUILDER, "append", MethodTypeDesc.of(BUILDER, taken));
  }

  private static ClassDesc box(ClassDesc primitive) {
    return switch (primitive.descriptorString()) {
      case "Z" -> ConstantDescs.CD_Boolean;
      case "B" -> ConstantDescs.CD_Byte;
      case "C" -> ConstantDescs.CD_Character;
      case "S" -> ConstantDescs.CD_Short;
      case "I" -> ConstantDescs.CD_Integer;
      case "J" -> ConstantDescs.CD_Long;
      case "F" -> ConstantDescs.CD_Float;
      default -> ConstantDescs.CD_Double;
    };
  }
}
