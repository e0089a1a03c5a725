package dev.barnacle.watch.internal.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations cut from their source: {@code @} stands before the operator in question. */
class SourceOperationTest {
  private static final String FILE = "k.cl";

  private static SourceOperation.@Nullable Words words(String marked, String file) {
    int at = marked.indexOf('@');
    String before = marked.substring(0, at);
    String text = before + marked.substring(at + 1);
    int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
    String row = before.substring(before.lastIndexOf('\n') + 1);
    int column = row.getBytes(StandardCharsets.UTF_8).length + 1;
    Value first = new IntConstant(Types.I32, marked.contains("@-u") ? 0 : 1);
    Binary operation = new Binary(op(marked.charAt(at + 1)), first, new IntConstant(Types.I32, 2));
    operation.setLocation(new Location(file, line, column));
    return SourceOperation.of(operation, Map.of(FILE, text));
  }

  private static Binary.Op op(char sign) {
    return switch (sign) {
      case '*' -> Binary.Op.MUL;
      case '-' -> Binary.Op.SUB;
      case '<' -> Binary.Op.SHL;
      default -> Binary.Op.ADD;
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v[z*stride@*ny] = 1; | z*stride*ny | z",
        "v[z@*stride*ny] = 1; | z*stride | z",
        "v[(y * w + x) @* 4] | (y * w + x) * 4 | y",
        "v[(y * w @+ x) * 4] | y * w + x | y",
        "v[a + b @* c - d] | b * c | b",
        "v[a - b @+ c * d << e] | a - b + c * d | a",
        "v[a @<< b + c] | a << b + c | a",
        "v[a & b @<< 2] | b << 2 | b",
        "if (n) a[i @* 2] | i * 2 | i",
        "if (n) i @* 2; | i * 2 | i",
        "return -x @* y; | -x * y | -x",
        "x = c ? a @* b : d; | a * b | a",
        "f(a, b @* c, d) | b * c | b",
        "(int)x @* y; | (int)x * y | x",
        "(int)(x + 1) @* y; | (int)(x + 1) * y | x",
        "x @* (int)-y + 1; | x * (int)-y | x",
        "p->n[i].m @* q.r(2)[3] + 1; | p->n[i].m * q.r(2)[3] | p->n[i].m",
        "get_global_id(0) @* n, 2; | get_global_id(0) * n | get_global_id(0)",
        "x @* sizeof(int) + 1; | x * sizeof(int) | x",
        "(int)2 * f(0) @+ x; | (int)2 * f(0) + x | 2",
        "a[@-u] = 1; | -u | -u",
        "a @* b /* c */ + d; | a * b | a",
        "a /* b*c */ @* d; | a * d | a",
        "ä /* ä */; x @* y; | x * y | x",
        "i++ @* n; | i++ * n | i++",
      })
  void theOperandsAreThoseOfTheOperator(String marked, String text, String first) {
    SourceOperation.Words words = words(marked, FILE);
    assertNotNull(words);
    assertEquals(text, words.text());
    assertEquals(first, words.first());
    assertEquals("", words.changed());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "j @+= k * 2; | j += k * 2 | j",
        "for (;; j @*= 3) | j *= 3 | j",
        "if (c) j @<<= (a, 2), b; | j <<= (a, 2) | j",
        "p->n @-= 1; | p->n -= 1 | p->n",
        "a[@++j] | ++j | j",
        "a[j@++] | j++ | j",
        "*p @+= 1; | *p += 1 | *p",
      })
  void whatIsChangedIsNamed(String marked, String text, String changed) {
    SourceOperation.Words words = words(marked, FILE);
    assertNotNull(words);
    assertEquals(text, words.text());
    assertEquals(changed, words.changed());
  }

  /** A macro, a sign of something else, and what may be a cast: nothing is said. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a[@INDEX(x, y)]",
        "a[@*p]",
        "x @+ (T) -y;",
        "(T) -x @* y;",
        "(f)(x)(y) @* 2;",
        "a @* ;",
        "(a @* b",
      })
  void whatIsNotSureIsNotSaid(String marked) {
    SourceOperation.Words words = words(marked + "\n", FILE);
    assertNull(words, () -> String.valueOf(words));
  }

  @ParameterizedTest
  @CsvSource({
    "#define N 1 + 1, , true",
    "#define N (1 + 1), N, false",
    "#define N 12u, N, false",
    "#define N(x) (x) + (1), , true",
    "#define N (1) + (1), , true",
  })
  void aMacroThatMayBeTornIsNotSaid(String macro, @Nullable String said, boolean torn) {
    SourceOperation.Words words = words(macro + "\n x @* N + 1;", FILE);
    assertEquals(torn, words == null);
    assertEquals(said == null ? null : "x * N", words == null ? null : words.text());
  }

  /** Lines are those that {@code #line} says, and an operation may go over several. */
  @ParameterizedTest
  @CsvSource({"k.cl, 4", "other.h, 40"})
  void linesAreThoseOfTheDirectives(String file, int line) {
    String text = "int f;\n#line 4\n a *\n  // b\n  b;\n# 40 \"other.h\"\n a *\\\n b;\n";
    Binary operation =
        new Binary(Binary.Op.MUL, new IntConstant(Types.I32, 1), new IntConstant(Types.I32, 2));
    operation.setLocation(new Location(file, line, 4));
    SourceOperation.Words words = SourceOperation.of(operation, Map.of(FILE, text));
    assertNotNull(words);
    assertEquals("a * b", words.text());
  }
}
