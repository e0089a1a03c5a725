package dev.barnacle.cli.internal.report;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The answer about one launch, program or litmus test.
 *
 * @param name what was checked, such as {@code kernel scan}
 * @param source the source's file, or the program
 * @param launch the launch file; null where there is none
 * @param kernel the kernel's name; empty where there is none
 * @param given what was chosen for the user, as options of the command line; empty for nothing
 * @param verdict what came of it
 * @param issues what is reported
 * @param known what the baseline knows
 * @param suppressed what a rule suppresses
 * @param summary how much of what, in a few words; why there is nothing, for an error
 * @param seconds how long it took
 * @param forms the answer as the engine itself puts it
 */
public record Answer(
    String name,
    String source,
    @Nullable String launch,
    String kernel,
    String given,
    Verdict verdict,
    List<Issue> issues,
    List<Issue> known,
    List<Issue> suppressed,
    String summary,
    double seconds,
    Forms forms) {
  /** The verdict about a launch. */
  public enum Verdict {
    /** Nothing is wrong. */
    CLEAN,
    /** Something is reported. */
    FAULTY,
    /** Nothing is wrong in what was looked at, and not all was. */
    INCOMPLETE,
    /** It could not be built or launched. */
    ERROR
  }

  /**
   * The forms of an answer in which an engine says more than facts.
   *
   * @param json the object of {@code --json}; empty where another answer has it
   * @param text writes the text
   */
  public record Forms(Map<String, Object> json, Consumer<PrintWriter> text) {}

  public Answer {
    issues = List.copyOf(issues);
    known = List.copyOf(known);
    suppressed = List.copyOf(suppressed);
  }
}
