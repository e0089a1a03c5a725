package dev.barnacle.cli.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.barnacle.ir.ByteText;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The bytes of the command line, and those that are written. */
class CommandBytesTest {
  private static byte[] bytes(String latin1) {
    return latin1.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void argumentsThatJavaCouldNotReadAreReadAgain() {
    byte[] line = bytes("java\0-cp\0x\0run\0a\u00fc\0k.cl\0b\u00c3\u00bc\0");
    String[] args = {"run", "a\ufffd", "k.cl", "b\ufffd\ufffd"};
    assertArrayEquals(
        new String[] {"run", ByteText.decode(bytes("a\u00fc")), "k.cl", "b\u00fc"},
        CommandBytes.with(args, line));
    assertSame(args, CommandBytes.with(args, bytes("java\0")));
    String[] plain = {"run", "b\u00fc"};
    assertArrayEquals(plain, CommandBytes.of(plain));
  }

  @Test
  void bytesAreWrittenAsTheyAreAndCharactersWhole() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintWriter writer = new PrintWriter(new ByteTextWriter(bytes));
    writer.print(ByteText.decode(bytes("\u00fc\u00c3\u00bc\u00ff")));
    writer.print('\ud83d');
    writer.print('\ude00');
    writer.flush();
    assertArrayEquals(
        bytes("\u00fc\u00c3\u00bc\u00ff\u00f0\u009f\u0098\u0080"), bytes.toByteArray());
  }
}
