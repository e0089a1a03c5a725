package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.dictionary.Scope;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Bit fields, dot products of integers and clocks, which OpenCL C has by extensions. */
final class BitFunctions implements BuiltinCall.Family {
  private static final Pattern DOT =
      Pattern.compile("dot(_acc_sat)?(_4x8packed_(ss|uu|su|us)_\\w+)?");
  private static final Pattern CLOCK =
      Pattern.compile("clock_read(_hilo)?_(device|work_group|sub_group)");

  @Override
  public int write(BuiltinCall call) {
    Body body = call.body();
    switch (call.name()) {
      case "bit_reverse" -> {
        return reverse(body, call.result(), call.value(0));
      }
      default -> {
        Matcher clock = CLOCK.matcher(call.name());
        if (clock.matches()) {
          return clock(call, clock.group(2));
        }
        Matcher dot = DOT.matcher(call.name());
        return dot.matches() && call.types().size() >= 2 && call.type(0).isInteger()
            ? dot(call, dot)
            : OTHER;
      }
    }
  }

  static int reverse(Body body, WrittenType type, int value) {
    body.module().text.capability("BitInstructions");
    return body.emit(Opcode.BIT_REVERSE, type, value);
  }

  /** The bytes of an integer in the other order. */
  static int swapBytes(Body body, WrittenType type, int value) {
    int bits = type.scalar().bits();
    int all = 0;
    for (int at = 0; at < bits; at += Byte.SIZE) {
      int down = body.constants().integer(type, at);
      int up = body.constants().integer(type, bits - Byte.SIZE - at);
      int part = body.emit(Opcode.SHIFT_RIGHT_LOGICAL, type, value, down);
      part = body.emit(Opcode.BITWISE_AND, type, part, body.constants().integer(type, 0xff));
      part = body.emit(Opcode.SHIFT_LEFT_LOGICAL, type, part, up);
      all = all == 0 ? part : body.emit(Opcode.BITWISE_OR, type, all, part);
    }
    return all;
  }

  private static int clock(BuiltinCall call, String scope) {
    Scope of =
        switch (scope) {
          case "device" -> Scope.DEVICE;
          case "work_group" -> Scope.WORKGROUP;
          default -> Scope.SUBGROUP;
        };
    return clock(call.body(), call.result(), of);
  }

  /** Writes what reads the clock of a scope. */
  static int clock(Body body, WrittenType type, Scope scope) {
    body.module().text.capability("ShaderClockKHR");
    return body.emit(Opcode.READ_CLOCK_KHR, type, body.constants().integer(32, scope.number()));
  }

  private static int dot(BuiltinCall call, Matcher name) {
    Body body = call.body();
    boolean packed = name.group(2) != null;
    boolean first = packed ? name.group(3).startsWith("u") : call.type(0).isUnsigned();
    boolean second = packed ? name.group(3).endsWith("u") : call.type(1).isUnsigned();
    boolean accumulates = name.group(1) != null;
    boolean swapped = first && !second;
    int a = call.value(swapped ? 1 : 0);
    int b = call.value(swapped ? 0 : 1);
    String op = first && second ? Opcode.U_DOT : first == second ? Opcode.S_DOT : Opcode.SU_DOT;
    body.module().text.capability("DotProduct");
    int[] words = accumulates ? new int[] {a, b, call.value(2)} : new int[] {a, b};
    if (packed) {
      body.module().text.capability("DotProductInput4x8BitPacked");
      words = WordBuffer.joined(words, 0);
    } else {
      body.module()
          .text
          .capability(
              body.typeOf(a).scalar().bits() == 8 ? "DotProductInput4x8Bit" : "DotProductInputAll");
    }
    return body.emit(op + (accumulates ? "AccSat" : ""), call.result(), words);
  }
}
