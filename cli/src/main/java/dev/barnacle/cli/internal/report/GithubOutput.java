package dev.barnacle.cli.internal.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes workflow commands of GitHub Actions ({@code ::error file=…,line=…::message}), which show a
 * finding at its line in a pull request.
 */
final class GithubOutput implements Output {
  @Override
  public void answer(Answer answer, PrintWriter out) {
    answer.issues().forEach(issue -> issue(answer, issue, out));
    if (answer.verdict() == Answer.Verdict.ERROR && answer.issues().isEmpty()) {
      out.println("::error title=" + property(answer.name()) + "::" + data(answer.summary()));
    }
  }

  private static void issue(Answer answer, Issue issue, PrintWriter out) {
    Spot place = issue.place();
    List<String> properties = new ArrayList<>();
    if (place.isKnown()) {
      properties.add("file=" + property(place.file()));
      if (place.line() > 0 && !place.isWord()) {
        properties.add("line=" + place.line());
        if (place.column() > 0) {
          properties.add("col=" + place.column());
        }
      }
    }
    String kernel = answer.kernel().isEmpty() ? "" : " [kernel " + answer.kernel() + "]";
    properties.add("title=" + property(issue.title() + kernel));
    StringBuilder text = new StringBuilder(issue.message());
    for (Spot spot : issue.spots()) {
      text.append('\n').append(spot.inWords());
    }
    issue.rows().forEach(row -> text.append('\n').append(row));
    out.println("::error " + String.join(",", properties) + "::" + data(text.toString()));
  }

  @Override
  public void end(RunFacts run, PrintWriter out) {
    run.gone()
        .forEach(
            entry -> out.println("::notice title=gone since the baseline::" + data(entry.words())));
  }

  private static String data(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return data(text).replace(":", "%3A").replace(",", "%2C");
  }
}
