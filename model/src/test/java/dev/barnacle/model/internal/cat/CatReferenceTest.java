package dev.barnacle.model.internal.cat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.BaseSet;
import dev.barnacle.model.Model;
import dev.barnacle.model.ModelException;
import dev.barnacle.model.internal.plan.Terms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/reference/cat.md} has the names that models have, and no others. */
class CatReferenceTest {
  private static final Pattern NAME = Pattern.compile("`([^` ]+)[^`]*`");

  /** Returns the names in a column of a section's table. */
  private static Set<String> names(String section, int column) throws IOException {
    Set<String> names = new TreeSet<>();
    String now = "";
    for (String line : Files.readAllLines(Path.of("..", "docs", "reference", "cat.md"))) {
      now = line.startsWith("## ") ? line.substring(3) : now;
      if (now.equals(section) && line.startsWith("| `")) {
        Matcher name = NAME.matcher(line.split("(?<!\\\\)\\|", -1)[column]);
        while (name.find()) {
          names.add(name.group(1));
        }
      }
    }
    return names;
  }

  private static Set<String> sorted(Collection<String> names) {
    return new TreeSet<>(names);
  }

  @Test
  void everyBaseNameHasARow() throws IOException {
    Set<String> sets = sorted(BaseSet.allNames());
    assertEquals(sets, names("Sets of events", 1));
    assertEquals(sorted(BaseRelation.allNames()), names("Relations", 1));
  }

  @Test
  void everyFunctionHasARow() throws IOException {
    CatScope library = new CatScope(null);
    CatLibrary.define(
        library,
        new Terms(),
        () -> {
          throw new AssertionError();
        });
    assertEquals(sorted(library.visible()), names("Functions", 1));
    assertEquals(sorted(CatIncludes.names("stdlib.cat")), names("What `stdlib.cat` adds", 1));
  }

  @Test
  void everyNameOfAFileToIncludeHasARow() throws IOException {
    assertEquals(sorted(CatIncludes.FILES), names("Files to include", 1));
    Set<String> all = new TreeSet<>();
    CatIncludes.FILES.forEach(file -> all.addAll(CatIncludes.names(file)));
    assertEquals(all, names("Files to include", 3));
  }

  /** What the error about an unknown name says to include defines the name. */
  @Test
  void theFileThatAnErrorNamesDefinesTheName() throws ModelException {
    for (String file : CatIncludes.FILES) {
      for (String name : CatIncludes.names(file)) {
        String use = "let used = " + name + "\n";
        String include = "include \"" + file + "\"\n";
        Model unused = Model.parse("m", "m.cat", include + use);
        if (CatIncludes.COHERENCE.contains(name)) {
          assertEquals(2, Model.parse("m", "m.cat", use).warnings().size(), name);
          continue;
        }
        ModelException e =
            assertThrows(ModelException.class, () -> Model.parse("m", "m.cat", use), name);
        String message = String.valueOf(e.getMessage());
        assertEquals(
            List.of(true, true),
            List.of(message.contains(include.strip()), unused.name().equals("m")),
            message);
      }
    }
  }
}
