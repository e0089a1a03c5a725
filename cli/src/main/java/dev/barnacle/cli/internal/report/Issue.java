package dev.barnacle.cli.internal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A finding of an engine: facts and sentences, in no format.
 *
 * @param rule its kind, such as {@code data-race}
 * @param title the kind in words, such as {@code data race}
 * @param message what happened, as one sentence
 * @param spots who did it and where, the first where it is told: two for a race; may be empty
 * @param rows what else is known of it, in the order of reports
 * @param fixes edits that were tried and make it go away
 * @param fingerprint its name, which survives edits elsewhere ({@link Fingerprints}); empty before
 *     it has one
 */
public record Issue(
    String rule,
    String title,
    String message,
    List<Spot> spots,
    List<Row> rows,
    List<SourceFix> fixes,
    String fingerprint) {
  public Issue {
    spots = List.copyOf(spots);
    rows = List.copyOf(rows);
    fixes = List.copyOf(fixes);
  }

  /** An issue without a name. */
  public Issue(String rule, String title, String message, List<Spot> spots, List<Row> rows) {
    this(rule, title, message, spots, rows, List.of(), "");
  }

  /**
   * Something that is known of an issue.
   *
   * @param label what it is: {@code object}, {@code why}, {@code help}, {@code note}, {@code also},
   *     {@code count}, {@code weak} or {@code replay}
   * @param words a sentence
   */
  public record Row(String label, String words) {
    @Override
    public String toString() {
      return label + ": " + words;
    }
  }

  /** Returns the same with a fingerprint. */
  public Issue named(String name) {
    return new Issue(rule, title, message, spots, rows, fixes, name);
  }

  /** Returns the same with a row more. */
  public Issue with(Row row) {
    List<Row> more = new ArrayList<>(rows);
    more.add(row);
    return new Issue(rule, title, message, spots, more, fixes, fingerprint);
  }

  /** Returns the same with edits that make it go away. */
  public Issue with(List<SourceFix> edits) {
    return new Issue(rule, title, message, spots, rows, edits, fingerprint);
  }

  /** Returns the same that the fix of another makes go away; what was said of none is gone. */
  public Issue fixedBy(SourceFix fix) {
    List<Row> kept = rows.stream().filter(row -> !row.label().equals("fix")).toList();
    return new Issue(rule, title, message, spots, kept, List.of(fix), fingerprint);
  }

  /** Returns the first spot of which a file is known; one without a file where there is none. */
  public Spot place() {
    return spots.stream()
        .filter(Spot::isKnown)
        .findFirst()
        .orElse(new Spot("", 0, 0, "", List.of()));
  }

  /** Returns the words of the first row with a label; empty for none. */
  public String row(String label) {
    return rows.stream()
        .filter(row -> row.label().equals(label))
        .map(Row::words)
        .findFirst()
        .orElse("");
  }

  /** Returns where, what and why, in lines without excerpts of sources. */
  public String inLines() {
    Spot place = place();
    return (place.isKnown() ? place.place() + ": " : "")
        + title
        + ": "
        + message
        + '\n'
        + spots.stream().map(spot -> "  " + spot.inWords() + '\n').collect(Collectors.joining())
        + rows.stream().map(row -> "  " + row + '\n').collect(Collectors.joining());
  }
}
