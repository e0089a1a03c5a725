package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cli.internal.report.Answer;
import dev.barnacle.cli.internal.report.Issue;
import java.util.List;
import java.util.Map;

/**
 * The result of a task.
 *
 * @param answers one for each kernel, launch, test or program; at least one
 * @param seconds how long it took
 * @param limit the seconds that were too short for it each time; 0 if it was not slow
 */
record TaskResult(List<Answer> answers, double seconds, double limit) {
  /** The empty forms of an answer: what is told beside its facts is made anew in the report. */
  static final Answer.Forms NO_FORMS = new Answer.Forms(Map.of(), out -> {});

  TaskResult {
    answers = List.copyOf(answers);
  }

  /** Makes that of a task that was not slow. */
  TaskResult(List<Answer> answers, double seconds) {
    this(answers, seconds, 0);
  }

  /** Returns the answer of a task that took longer than a limit each time. */
  static TaskResult slow(Task task, String why, double seconds, double limit) {
    Answer.Verdict verdict = Answer.Verdict.INCOMPLETE;
    return new TaskResult(List.of(answer(task, verdict, List.of(), why, seconds)), seconds, limit);
  }

  /** Returns the answer of a task that could not be done. */
  static TaskResult error(Task task, String why, double seconds) {
    return new TaskResult(
        List.of(answer(task, Answer.Verdict.ERROR, List.of(), why, seconds)), seconds);
  }

  /** Returns the answer of a task of one answer. */
  static TaskResult of(Task task, List<Issue> issues, String summary, double seconds) {
    Answer.Verdict verdict = issues.isEmpty() ? Answer.Verdict.CLEAN : Answer.Verdict.FAULTY;
    return new TaskResult(List.of(answer(task, verdict, issues, summary, seconds)), seconds);
  }

  /** Returns the answer of a task of one answer, of which not all could be done. */
  static TaskResult incomplete(Task task, List<Issue> issues, String summary, double seconds) {
    Answer.Verdict verdict = issues.isEmpty() ? Answer.Verdict.INCOMPLETE : Answer.Verdict.FAULTY;
    return new TaskResult(List.of(answer(task, verdict, issues, summary, seconds)), seconds);
  }

  private static Answer answer(
      Task task, Answer.Verdict verdict, List<Issue> issues, String summary, double seconds) {
    return new Answer(
        task.name(),
        task.name(),
        null,
        "",
        "",
        verdict,
        issues,
        List.of(),
        List.of(),
        summary,
        seconds,
        NO_FORMS);
  }

  /** Returns whether some of it is a finding. */
  boolean isFaulty() {
    return answers.stream().anyMatch(answer -> answer.verdict() == Answer.Verdict.FAULTY);
  }

  /** Returns whether another one of the same task counts in its place, as it had more time. */
  boolean yieldsTo(TaskResult other) {
    return limit > 0 && (other.limit == 0 || other.limit > limit);
  }

  /** Returns whether another one tells the same, but for times. */
  boolean isSame(TaskResult other) {
    return timeless().equals(other.timeless());
  }

  private List<Answer> timeless() {
    return answers.stream()
        .map(
            a ->
                new Answer(
                    a.name(),
                    a.source(),
                    a.launch(),
                    a.kernel(),
                    a.given(),
                    a.verdict(),
                    a.issues(),
                    a.known(),
                    a.suppressed(),
                    a.summary(),
                    0,
                    NO_FORMS))
        .toList();
  }
}
