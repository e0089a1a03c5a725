package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cli.internal.ShellWords;
import dev.barnacle.cli.internal.report.Answer;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.cli.internal.report.Outputs;
import dev.barnacle.cli.internal.report.Spot;
import dev.barnacle.command.arguments.ExitStatus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gives results to the outputs, in the order of the plan. */
final class CampaignReport {
  private static final String REPLAY = "replay";

  private final Outputs outputs;
  private final Path plan;
  private int status;
  private int tasks;
  private int faulty;
  private int failed;
  private int incomplete;
  private long findings;

  /** Makes one of a plan, that writes to these. */
  CampaignReport(Outputs outputs, Path plan) {
    this.outputs = outputs;
    this.plan = plan;
  }

  /** Tells what came of a task. */
  void add(Task task, TaskResult result) {
    List<Answer> named = result.answers().stream().map(answer -> named(task, answer)).toList();
    tasks++;
    faulty += has(named, Answer.Verdict.FAULTY) ? 1 : 0;
    failed += has(named, Answer.Verdict.ERROR) ? 1 : 0;
    incomplete += has(named, Answer.Verdict.INCOMPLETE) ? 1 : 0;
    Map<String, Object> json = json(task, named, result.seconds());
    for (int i = 0; i < named.size(); i++) {
      Answer answer = named.get(i);
      findings += answer.issues().size();
      status = Math.max(status, status(answer));
      String name = named.size() == 1 ? task.name() : task.name() + ": " + answer.name();
      outputs.answer(
          with(
              answer,
              name,
              new Answer.Forms(i == 0 ? json : Map.of(), out -> text(name, answer, out))));
    }
  }

  private static boolean has(List<Answer> answers, Answer.Verdict verdict) {
    return answers.stream().anyMatch(answer -> answer.verdict() == verdict);
  }

  private int status(Answer answer) {
    return switch (answer.verdict()) {
      case ERROR -> ExitStatus.BAD_INPUT;
      case INCOMPLETE -> ExitStatus.FINDINGS;
      case CLEAN, FAULTY ->
          outputs.isFailing(answer.issues()) ? ExitStatus.FINDINGS : ExitStatus.OK;
    };
  }

  /** Gives findings their fingerprints, and parts those that are known. */
  private Answer named(Task task, Answer answer) {
    Outputs.Split<Issue> split =
        outputs.split(answer.kernel(), answer.issues(), issue -> replayed(task, issue));
    boolean allKnown = answer.verdict() == Answer.Verdict.FAULTY && split.issues().isEmpty();
    return new Answer(
        answer.name(),
        answer.source(),
        answer.launch(),
        answer.kernel(),
        answer.given(),
        allKnown ? Answer.Verdict.CLEAN : answer.verdict(),
        split.issues(),
        split.known(),
        answer.suppressed(),
        answer.summary(),
        answer.seconds(),
        answer.forms());
  }

  /** Says by which command a finding is seen again. */
  private Issue replayed(Task task, Issue issue) {
    if (!issue.row(REPLAY).isEmpty()) {
      return issue;
    }
    boolean ours =
        task.kind() == Task.Kind.FUZZ
            || task.kind() == Task.Kind.COMPARE
            || issue.rule().equals("crash");
    List<String> words =
        ours ? List.of("campaign", plan.toString(), "--only", task.name()) : task.words();
    return issue.with(new Issue.Row(REPLAY, "barnacle " + ShellWords.quote(words)));
  }

  private static Answer with(Answer answer, String name, Answer.Forms forms) {
    return new Answer(
        name,
        answer.source(),
        answer.launch(),
        answer.kernel(),
        answer.given(),
        answer.verdict(),
        answer.issues(),
        answer.known(),
        answer.suppressed(),
        answer.summary(),
        answer.seconds(),
        forms);
  }

  private static void text(String name, Answer answer, PrintWriter out) {
    switch (answer.verdict()) {
      case CLEAN -> {}
      case INCOMPLETE -> out.println(name + ": incomplete: " + answer.summary());
      case ERROR -> out.println(name + ": " + answer.summary());
      case FAULTY -> {
        out.println(name + ": " + words(answer.issues().size(), "finding", "findings"));
        answer.issues().forEach(issue -> out.print(issue.inLines().indent(2)));
      }
    }
  }

  private static String words(long count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }

  private static Map<String, Object> json(Task task, List<Answer> answers, double seconds) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("task", task.name());
    json.put("kind", task.kind().keyword());
    json.put("command", task.words());
    json.put("answers", answers.stream().map(answer -> answer(task, answer)).toList());
    json.put("seconds", seconds);
    return json;
  }

  private static Map<String, Object> answer(Task task, Answer answer) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("source", answer.source());
    json.put("kernel", answer.kernel());
    json.put("verdict", answer.verdict().name().toLowerCase(java.util.Locale.ROOT));
    boolean told =
        switch (answer.verdict()) {
          case ERROR, INCOMPLETE -> true;
          case CLEAN, FAULTY -> task.kind() == Task.Kind.COMPARE || task.kind() == Task.Kind.FUZZ;
        };
    if (told && !answer.summary().isEmpty()) {
      json.put("message", answer.summary());
    }
    json.put("findings", answer.issues().stream().map(CampaignReport::finding).toList());
    if (!answer.known().isEmpty()) {
      json.put("known", answer.known().size());
    }
    json.put("suppressed", answer.suppressed().size());
    return json;
  }

  private static Map<String, Object> finding(Issue issue) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", issue.rule());
    json.put("message", issue.message());
    List<Object> accesses = new ArrayList<>();
    for (Spot spot : issue.spots()) {
      Map<String, Object> place = new LinkedHashMap<>();
      place.put("file", spot.file());
      place.put("line", spot.line());
      place.put("column", spot.column());
      place.put("words", spot.words());
      accesses.add(place);
    }
    json.put("accesses", accesses);
    json.put("notes", issue.rows().stream().map(Issue.Row::toString).toList());
    json.put("fingerprint", issue.fingerprint());
    return json;
  }

  /** Returns the exit status of what was told. */
  int status() {
    return status;
  }

  /** Returns how much of what there was. */
  String summary() {
    StringBuilder text = new StringBuilder(words(tasks, "task", "tasks"));
    text.append(": ").append(words(findings, "finding", "findings"));
    text.append(" in ").append(faulty);
    text.append(failed == 0 ? "" : ", " + failed + " could not be done");
    text.append(incomplete == 0 ? "" : ", " + incomplete + " incomplete");
    return text.toString();
  }
}
