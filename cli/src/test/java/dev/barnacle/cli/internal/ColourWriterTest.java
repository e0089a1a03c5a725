package dev.barnacle.cli.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColourWriterTest {
  private static final Pattern COLOUR = Pattern.compile("\033\\[([0-9;]*)m");

  /** Returns a line whose colours are written as {@code <1;31>}, and {@code <>} for their end. */
  private static String shown(String line) {
    return COLOUR.matcher(ColourWriter.coloured(line)).replaceAll("<$1>").replace("<0>", "<>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '%',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "k.cl:6:18: error: data race: a%<1>k.cl:6:18: <><1;31>error:<> data race: a",
        "k.cl: note: kernel k is given --local 1%<1>k.cl: <><1;36>note:<> kernel k is given --local"
            + " 1",
        "m.spv:word 8: error: no%<1>m.spv:word 8: <><1;31>error:<> no",
        "error: no kernel%<1;31>error:<> no kernel",
        "k.cl:1:2: warning: unused%<1>k.cl:1:2: <><1;35>warning:<> unused",
        "      | ^ write by work-item 1%      | <1;32>^ write by work-item 1<>",
        "      = why: so%      = <1>why:<> so",
        "clean with guessed sizes%<1;32>clean<> with guessed sizes",
        "correct: kernel k%<1;32>correct<>: kernel k",
        "faulty: kernel k%<1;31>faulty<>: kernel k",
      })
  void linesHaveColours(String line, String coloured) {
    assertEquals(coloured, shown(line));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "out: 0 1 4 9",
        "    6 |   data[base + i] = i;",
        "cleaner: 1",
        "{\"error\": 1}"
      })
  void othersStayAsTheyAre(String line) {
    assertEquals(line, ColourWriter.coloured(line));
  }

  @Test
  void partsOfLinesAreWrittenAtOnce() throws IOException {
    StringWriter text = new StringWriter();
    try (PrintWriter out = new PrintWriter(new ColourWriter(text))) {
      out.print("half");
      out.flush();
      assertEquals("half", text.toString());
      out.print(" a line\nclean\n");
      out.flush();
    }
    assertEquals("half a line\n\033[1;32mclean\033[0m\n", text.toString());
  }
}
