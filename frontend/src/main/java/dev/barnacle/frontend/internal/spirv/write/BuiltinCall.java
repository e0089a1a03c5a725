package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.mangling.BuiltinName.MangledType;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmInstruction;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.List;
import java.util.OptionalLong;

/**
 * A call of a built-in function of OpenCL C.
 *
 * @param body the function that it stands in
 * @param instruction the call
 * @param name of the function
 * @param types of its parameters, as its mangled name has them
 * @param arguments what is passed
 */
record BuiltinCall(
    Body body,
    LlvmInstruction instruction,
    String name,
    List<MangledType> types,
    List<LlvmValue> arguments) {
  /** A family of built-in functions. */
  @FunctionalInterface
  interface Family {
    /** It is none of this family's. */
    int OTHER = -1;

    /** It has no result. */
    int NOTHING = 0;

    /** Writes a call; returns the id of its result, {@link #NOTHING} or {@link #OTHER}. */
    int write(BuiltinCall call);
  }

  /** Returns the type of the result. */
  WrittenType result() {
    return body.module().typeOf(instruction);
  }

  int count() {
    return arguments.size();
  }

  int value(int index) {
    return body.value(arguments.get(index));
  }

  MangledType type(int index) {
    return types.get(index);
  }

  WrittenType typeOf(int index) {
    return body.typeOf(value(index));
  }

  boolean isVoid() {
    return instruction.type().kind() == LlvmType.Kind.VOID;
  }

  /** Returns the type of a parameter that is no pointer. */
  WrittenType written(MangledType type) {
    TypeWriter types = body.types();
    WrittenType scalar =
        switch (type.name()) {
          case "char", "uchar", "void", "bool" -> types.integer(8);
          case "short", "ushort" -> types.integer(16);
          case "int", "uint" -> types.integer(32);
          case "long", "ulong" -> types.integer(64);
          case "half" -> types.floating(16);
          case "float" -> types.floating(32);
          case "double" -> types.floating(64);
          case "ocl_event" -> types.opaque("Event", List.of());
          case "ocl_clkevent" -> {
            body.module().text.capability("DeviceEnqueue");
            yield types.opaque("DeviceEvent", List.of());
          }
          default -> throw new WriteException("the type " + type.name() + " in " + name);
        };
    return types.vector(scalar, type.lanes());
  }

  /** Returns an argument that is a pointer, to what the parameter points to. */
  int pointer(int index) {
    return body.pointer(arguments.get(index), written(type(index).target()));
  }

  /** Returns an argument that is a pointer, to this. */
  int pointer(int index, WrittenType pointee) {
    return body.pointer(arguments.get(index), pointee);
  }

  /** Returns the value of an argument that is a constant integer. */
  OptionalLong constant(int index) {
    return arguments.get(index) instanceof LlvmConstant c && c.kind() == LlvmConstant.Kind.INTEGER
        ? OptionalLong.of(c.integerValue().longValueExact())
        : OptionalLong.empty();
  }

  /** Returns the value of an argument that must be a constant. */
  int literal(int index, String what) {
    return (int)
        constant(index)
            .orElseThrow(
                () -> new WriteException(name + ": its " + what + " is not known when compiled"));
  }

  int integer(long value) {
    return body.constants().integer(32, value);
  }

  /** Returns an integer in another width. */
  int resized(int id, WrittenType to, boolean signed) {
    WrittenType from = body.typeOf(id);
    return from.equals(to) ? id : body.emit(signed ? Opcode.S_CONVERT : Opcode.U_CONVERT, to, id);
  }

  /** Returns whether an integer is not zero. */
  int isTrue(int id) {
    WrittenType type = body.typeOf(id);
    return body.emit(
        Opcode.I_NOT_EQUAL,
        body.types().like(type, body.types().bool()),
        id,
        body.constants().integer(type, 0));
  }

  /** Returns 1 for true and 0 for false as the call's result. */
  int asResult(int bool) {
    WrittenType type = result();
    if (type.isBool()) {
      return bool;
    }
    return body.emit(
        Opcode.SELECT,
        type,
        bool,
        body.constants().integer(type, type.lanes() > 1 ? -1 : 1),
        body.constants().integer(type, 0));
  }
}
