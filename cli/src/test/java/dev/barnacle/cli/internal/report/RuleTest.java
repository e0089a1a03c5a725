package dev.barnacle.cli.internal.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.engine.fault.FindingKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The rules are the kinds of findings, and each has its place in the reference. */
class RuleTest {
  private static final Path PAGE = Path.of("..", "docs", "reference", "findings.md");
  private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"></a>`\\1`");

  @Test
  void eachKindOfCheckIsARuleInTheSameWords() {
    for (FindingKind kind : FindingKind.values()) {
      Rule rule = Objects.requireNonNull(Rule.all().get(kind.keyword()), kind.keyword());
      assertEquals(kind.title(), rule.title());
    }
  }

  @Test
  void theReferenceHasAnAnchorForEachRule() throws IOException {
    Set<String> anchors = new TreeSet<>();
    Matcher anchor = ANCHOR.matcher(Files.readString(PAGE));
    while (anchor.find()) {
      anchors.add(anchor.group(1));
    }
    assertEquals(new TreeSet<>(Rule.all().keySet()), anchors);
  }
}
