package dev.barnacle.cli.internal.litmus;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Explorer;
import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.litmus.LitmusReader;
import dev.barnacle.frontend.litmus.LitmusTest;
import dev.barnacle.model.Model;
import dev.barnacle.model.ModelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Damaged litmus tests and models: each is answered, or refused with the declared exception at a
 * place in the file. Whatever else is thrown is a bug. How many: {@code jqwik.tries.default}.
 */
final class DamageTest {
  private static final List<String> TOKENS =
      List.of(
          "(",
          ")",
          "{",
          "}",
          "[",
          "]",
          ";",
          ",",
          "*",
          "&",
          "=",
          "==",
          "/\\",
          "~",
          "0",
          "-1",
          "99999999999999999999",
          "0x7fffffff",
          "int",
          "atomic_int",
          "local",
          "if",
          "while",
          "x",
          "P0",
          "(*",
          "*)",
          "\"",
          "\u00e9",
          "\0",
          "let rec",
          "and",
          "empty",
          "^-1",
          "+",
          "|",
          "sb",
          "rf",
          "as",
          "include",
          "with",
          "from",
          "linearisations",
          "generate_orders",
          "match",
          "exists",
          "locations",
          "1:r0",
          "return",
          "barrier",
          "--",
          "->",
          "'tag",
          "1 << 70",
          "/ 0");

  private static final List<String> TESTS = tests();
  private static final List<String> MODELS =
      Stream.of(
              "c11",
              "c11-base",
              "c11-original",
              "opencl",
              "opencl-base",
              "opencl-scoped",
              "sc",
              "rc11",
              "stdlib",
              "cos")
          .map(Model::shippedText)
          .toList();
  private static final Explorer EXPLORER = new Explorer(Model.shipped("opencl-scoped"));

  private static List<String> tests() {
    try (Stream<Path> all = Files.list(Path.of("../examples/litmus"))) {
      List<String> texts = new ArrayList<>();
      for (Path file : all.filter(f -> f.toString().endsWith(".litmus")).sorted().toList()) {
        texts.add(Files.readString(file));
      }
      return texts;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Property
  void aDamagedTestIsAnsweredOrRefusedAtAPlace(@ForAll long seed) {
    String text = damaged(TESTS, new Random(seed));
    try {
      LitmusTest test = LitmusReader.parse("t.litmus", text);
      int[] asked = {0};
      var ignored = new LitmusTask(test).run(EXPLORER, 1, () -> ++asked[0] > 3);
    } catch (FrontendException e) {
      Diagnostic d = e.diagnostics().get(0);
      assertIsPlace(text, d.line(), d.column(), d.message());
    } catch (ExploreException e) {
      assertTrue(!String.valueOf(e.getMessage()).isEmpty());
    } catch (RuntimeException | Error e) {
      throw new AssertionError("on the test:\n" + text, e);
    }
  }

  @Property
  void aDamagedModelIsUsedOrRefusedAtAPlace(@ForAll long seed)
      throws FrontendException, ExploreException {
    String text = damaged(MODELS, new Random(seed));
    try {
      Model model = Model.parse("m", "m.cat", text);
      LitmusTest test = LitmusReader.parse("t.litmus", TESTS.get((int) (seed & 7)));
      int[] asked = {0};
      var ignored = new LitmusTask(test).run(new Explorer(model), 1, () -> ++asked[0] > 3);
    } catch (ModelException e) {
      if (e.file().equals("m.cat")) {
        assertIsPlace(text, e.line(), e.column(), String.valueOf(e.getMessage()));
      }
    } catch (RuntimeException | Error e) {
      throw new AssertionError("with the model:\n" + text, e);
    }
  }

  private static void assertIsPlace(String text, int line, int column, String message) {
    long lines = text.chars().filter(c -> c == '\n').count() + 1;
    assertTrue(
        line >= 1 && line <= lines && column >= 1 && !message.isBlank(),
        () -> line + ":" + column + ": '" + message + "' of the text:\n" + text);
  }

  /** One of the texts, damaged in one to four places. */
  private static String damaged(List<String> texts, Random random) {
    StringBuilder text = new StringBuilder(texts.get(random.nextInt(texts.size())));
    for (int i = random.nextInt(4); i >= 0; i--) {
      damage(text, texts, random);
    }
    return text.toString();
  }

  private static void damage(StringBuilder text, List<String> texts, Random random) {
    int from = random.nextInt(text.length() + 1);
    int to = Math.min(text.length(), from + 1 + random.nextInt(random.nextBoolean() ? 3 : 30));
    switch (random.nextInt(7)) {
      case 0 -> text.delete(from, to);
      case 1 -> text.insert(to, text.substring(from, to));
      case 2 -> text.insert(from, " " + TOKENS.get(random.nextInt(TOKENS.size())) + " ");
      case 3 -> text.replace(from, to, TOKENS.get(random.nextInt(TOKENS.size())));
      case 4 -> {
        String other = texts.get(random.nextInt(texts.size()));
        int start = random.nextInt(other.length());
        int end = Math.min(other.length(), start + 40);
        text.insert(from, other, start, end);
      }
      case 5 -> replaceWord(text, random);
      default -> text.setLength(random.nextInt(20) == 0 ? from : text.length());
    }
  }

  /** Puts a word of the text in the place of another: mostly still well formed. */
  private static void replaceWord(StringBuilder text, Random random) {
    String[] words = text.toString().split("\\W+", -1);
    if (words.length > 1) {
      String old = words[random.nextInt(words.length)];
      int at = old.isEmpty() ? -1 : text.indexOf(old, random.nextInt(text.length()));
      if (at >= 0) {
        text.replace(at, at + old.length(), words[random.nextInt(words.length)]);
      }
    }
  }
}
