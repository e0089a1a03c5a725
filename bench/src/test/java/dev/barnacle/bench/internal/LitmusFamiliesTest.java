package dev.barnacle.bench.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.Place;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class LitmusFamiliesTest {
  /** Small ones of each family, whose verdicts the command line's tests compare. */
  @Test
  void familiesAreThoseWhoseVerdictsAreKnown() throws IOException {
    GoldenText.assertText("families/fetch_add.litmus", LitmusFamilies.fetchAdd(3));
    GoldenText.assertText("families/writers.litmus", LitmusFamilies.writers(3));
    GoldenText.assertText("families/store_buffering.litmus", LitmusFamilies.storeBuffering(3));
    GoldenText.assertText("families/ticket_lock.litmus", LitmusFamilies.ticketLock(2));
    GoldenText.assertText("long.litmus", LitmusFamilies.writers(6));
  }

  /** Answers by the files' names: one is wrong, one takes too long where there is a limit. */
  private static final class FileNames extends NoHost {
    @Override
    public Function<Path, Answer> litmus(Duration limit) {
      return file -> {
        if (file.endsWith("bad.litmus")) {
          throw new InputException(new Place(file.toString(), 3, 1), "no test");
        }
        return new Answer(0.5, file.endsWith("long.litmus") && limit.toSeconds() < 1);
      };
    }
  }

  /** Neither a test with an error nor one that takes too long keeps the others from their row. */
  @Test
  void oneTestDoesNotHoldUpTheSet() {
    List<Path> files =
        List.of(Path.of("bad.litmus"), Path.of("long.litmus"), Path.of("short.litmus"));
    StringWriter text = new StringWriter();
    LitmusBench bench =
        new LitmusBench(
            new FileNames(), new PrintWriter(text, true), false, 2, Duration.ofNanos(1));
    List<InputException> errors = bench.set(files);
    assertEquals(1, errors.size());
    assertTrue(errors.get(0).diagnostic().startsWith(files.get(0) + ":3:"), errors.toString());
    assertTrue(text.toString().startsWith("litmus_test       2 tests, 1 stopped "), text::toString);
    assertTrue(text.toString().contains("s: " + files.get(1)), text::toString);
    StringWriter object = new StringWriter();
    new LitmusBench(new FileNames(), new PrintWriter(object), true, 2, Duration.ofDays(1))
        .set(files.subList(2, 3));
    assertEquals(1, object.toString().lines().count());
    assertTrue(object.toString().contains("\"size\":\"1 test\""), object::toString);
  }
}
