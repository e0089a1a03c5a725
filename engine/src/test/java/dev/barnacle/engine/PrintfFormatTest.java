package dev.barnacle.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.engine.PrintfFormat.Argument;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.VectorType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** OpenCL C, 6.15.14 "printf". */
class PrintfFormatTest {
  private static final Type INT = new IntType(32);
  private static final Type LONG = new IntType(64);
  private static final Type FLOAT = new FloatType(32);
  private static final Type POINTER = new PointerType(AddressSpace.GLOBAL);

  @Test
  void conversionsAreThoseOfC() {
    assertEquals("[   -5|5   |+5|005]", format("[%5d|%-4d|%+d|%03d]", i(-5), i(5), i(5), i(5)));
    assertEquals("ff FF 0x1f 17", format("%x %X %#x %o", i(255), i(255), i(31), i(15)));
    assertEquals("1.50 1.5e+00 0x1.8p+0 1.5", format("%.2f %.1e %a %g", r(), r(), r(), r()));
    assertEquals("A%", format("%c%%", i(65)));
    assertEquals(
        "kernel", format("%s", new Argument.Pointer(1, () -> "kernel")), "the text that is there");
  }

  @Test
  void integersAreOfTheirWidthOrOfThatWhichIsAskedFor() {
    assertEquals("4294967295 -1", format("%u %d", i(-1), i(-1)));
    assertEquals("255 65535", format("%hhu %hu", i(-1), i(-1)));
    assertEquals("18446744073709551615", format("%lu", new Argument.Whole(-1, 64)));
  }

  @Test
  void vectorsHaveCommas() {
    Argument vector = new Argument.Vector(List.of(i(1), i(-2)));
    assertEquals("1,-2", format("%v2hld", vector));
    assertEquals("  1, -2", format("%3v2hld", vector));
  }

  @Test
  void whatHasNoArgumentIsWrittenAsItStands() {
    assertEquals("1 %d", format("%d %d", i(1)));
    assertEquals("%f", format("%f", i(1)));
  }

  @Test
  void mistakesAreTold() {
    mistake("", "%d %% %f", INT, FLOAT);
    mistake("there is no argument for '%d'", "%d %d", INT);
    mistake("'%f' is given an integer of 32 bits, argument 2", "%f", INT);
    mistake("'%s' is given a floating-point number of 32 bits, argument 3", "%d%s", INT, FLOAT);
    mistake("'%d' is given a pointer, argument 2", "%d", POINTER);
    mistake(
        "'%d' is given a vector of 4, each an integer of 32 bits, argument 2",
        "%d", new VectorType(INT, 4));
    mistake(
        "'%v4hld' is given a vector of 4, each an integer of 64 bits, argument 2",
        "%v4hld", new VectorType(LONG, 4));
    mistake("'%y' begins no conversion of OpenCL C", "%y", INT);
  }

  private static void mistake(String words, String format, Type... arguments) {
    assertEquals(words, PrintfFormat.mistake(format, List.of(arguments)).orElse(""));
  }

  private static String format(String format, Argument... arguments) {
    return PrintfFormat.format(format, List.of(arguments));
  }

  private static Argument i(int value) {
    return new Argument.Whole(value, 32);
  }

  private static Argument r() {
    return new Argument.Real(1.5);
  }
}
