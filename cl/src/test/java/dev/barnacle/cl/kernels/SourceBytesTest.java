package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.BuildException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ContextBuilder;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.ObjectCode;
import dev.barnacle.cl.bytes.SourceEncoding;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of a program's source, options and output stay what they are, UTF-8 or not. */
class SourceBytesTest {
  private static final String MARK = "\ufeff";

  @TempDir private Path folder = Path.of("");

  /** Returns a text whose characters stand for bytes. */
  private static String text(String latin1) {
    return SourceEncoding.decode(latin1.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String output(boolean watched, String source, String options) {
    StringBuilder text = new StringBuilder();
    ContextBuilder builder = Context.builder().output(text::append);
    try (Context context = (watched ? builder.watched() : builder).create()) {
      context.build(source, options).kernel("k").with().run(NDRange.of(1));
    }
    return new String(SourceEncoding.encode(text.toString()), StandardCharsets.ISO_8859_1);
  }

  private static String printed(String latin1, String options) {
    String source = text(latin1);
    String output = output(false, source, options);
    assertEquals(output, output(true, source, options));
    return output;
  }

  /** Each character of the call is one byte, and what is printed is compared byte by byte. */
  @Test
  void printfSendsBytesAsTheyAre() {
    String umlaut = "\u00c3\u00bc";
    String all = umlaut + "\u00fc\u00ff\u0080\u00e2\u0082 \u00e2\u0082\u00ac";
    String call =
        "printf(\""
            + all
            + "|%s|%5s|%.1s|%c%c|%c%%\\n\", \""
            + all
            + "\", \""
            + umlaut
            + "\", \""
            + umlaut
            + "\", (char)0xc3, (char)0xbc, (uchar)0xe4)";
    assertEquals(
        all + "|" + all + "|   " + umlaut + "|\u00c3|" + umlaut + "|\u00e4%\n",
        printed("kernel void k(void) { " + call + "; } /* \u00fc */", ""));
  }

  @Test
  void charactersFromSeveralCallsComeTogether() {
    assertEquals(
        "\u00c3\u00bc",
        printed("kernel void k(void) { printf(\"\\xc3\"); printf(\"%c\", (char)0xbc); }", ""));
  }

  @Test
  void javaGetsUtf8AsText() {
    assertEquals(
        "gr\u00c3\u00bc\u00c3\u009f",
        output(false, "kernel void k(void) { printf(\"gr\u00fc\u00df\"); }", ""));
  }

  @Test
  void literalsHaveTheirBytes() {
    String source =
        "constant char u[] = \"\u00c3\u00bc\u00fc\"; kernel void k(void) {"
            + " printf(\"%d %d %d %d %d\", (int)sizeof(u), u[0], u[1], u[2], '\u00fc'); }";
    assertEquals("4 -61 -68 -4 -4", printed(source, ""));
  }

  @Test
  void optionsHaveTheirBytes() {
    String source = "kernel void k(void) { printf(\"%s\", NAME); }";
    for (String name : List.of("\u00c3\u00bc", "\u00fc\u00ff", "\u00e2\u0082\u00ac$@ #")) {
      assertEquals(name, printed(source, text("\"-DNAME=\\\"" + name + "\\\"\"")));
    }
  }

  @Test
  void theNameOfAFileHasItsBytes() throws Exception {
    Path file = folder.resolve("gr\u00fc\u00df.cl");
    try {
      Files.writeString(file, "kernel void k(void) { printf(\"%s\", __FILE__); }");
    } catch (java.nio.file.InvalidPathException e) {
      org.junit.jupiter.api.Assumptions.abort("this locale has no such names of files");
    }
    StringBuilder output = new StringBuilder();
    try (Context context = Context.builder().output(output::append).create()) {
      context.build(file).kernel("k").with().run(NDRange.of(1));
    }
    assertEquals(file.toString(), output.toString());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theByteOrderMarkAtTheBeginningIsSkipped(boolean watched) throws Exception {
    Files.writeString(folder.resolve("own.h"), MARK + "#define OWN 7\n");
    String source = MARK + "#include \"own.h\"\nkernel void k(void) { printf(\"%d\", OWN); }";
    assertEquals("7", output(watched, source, "-I" + folder));
    Path file = Files.writeString(folder.resolve("k.cl"), source);
    StringBuilder output = new StringBuilder();
    ContextBuilder builder = Context.builder().output(output::append);
    try (Context context = (watched ? builder.watched() : builder).create()) {
      context.build(file).kernel("k").with().run(NDRange.of(1));
      ObjectCode object =
          context.compile("k.cl", source, Map.of("own.h", MARK + "#define OWN 8\n"), "");
      context.load(context.link(List.of(object), "")).kernel("k").with().run(NDRange.of(1));
    }
    assertEquals("78", output.toString());
  }

  /** Two headers that differ in a byte that is no UTF-8 are two programs, in the cache too. */
  @Test
  void headersHaveTheirBytes() {
    StringBuilder output = new StringBuilder();
    try (Context context = Context.builder().output(output::append).create()) {
      for (String letter : List.of("\u00e4", "\u00f6", "\u00c3\u00bc")) {
        ObjectCode object =
            context.compile(
                "k.cl",
                "#include \"own.h\"\nkernel void k(void) { printf(NAME); }",
                Map.of("own.h", text("#define NAME \"" + letter + "\"\n")),
                "");
        context.load(context.link(List.of(object), "")).kernel("k").with().run(NDRange.of(1));
      }
    }
    assertArrayEquals(
        "\u00e4\u00f6\u00c3\u00bc".getBytes(StandardCharsets.ISO_8859_1),
        SourceEncoding.encode(output.toString()));
  }

  /** Clang writes bytes that are no UTF-8 as {@code <FC>}, and the others as they are. */
  @Test
  void theBuildLogHasThem() {
    try (Context context = Context.create()) {
      BuildException e =
          assertThrows(
              BuildException.class,
              () -> context.build(text("#error gr\u00fc \u00c3\u00bc\n"), ""));
      assertTrue(e.log().contains("error: gr<FC> \u00fc\n"), e.log());
      BuildException undefined =
          assertThrows(
              BuildException.class,
              () ->
                  context.build(
                      "int \u00fcber(void); kernel void k(global int *p) { *p = \u00fcber(); }",
                      ""));
      assertTrue(undefined.log().contains("undefined function '\u00fcber'"), undefined.log());
    }
  }
}
