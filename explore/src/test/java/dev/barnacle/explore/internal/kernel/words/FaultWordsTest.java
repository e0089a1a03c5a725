package dev.barnacle.explore.internal.kernel.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.fault.Catalogue;
import dev.barnacle.engine.fault.CatalogueCheck;
import dev.barnacle.engine.fault.FaultKind;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.explore.internal.kernel.item.Fault;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Each fault has its sentence, and {@code catalogue.txt} beside this test shows them all. */
class FaultWordsTest {
  private static final Path GOLDEN =
      Path.of("src/test/java/dev/barnacle/explore/internal/kernel/words/catalogue.txt");

  private static final CatalogueCheck CHECK =
      new CatalogueCheck(FaultWords.CATALOGUE, List.of(Fault.class));

  /** Sentences name no operations. */
  @SuppressWarnings("NullAway")
  private static final Fault.Part PART = new Fault.Part(0, null);

  @Test
  void sentencesFitTheFaults() {
    assertEquals(List.of(), CHECK.mistakes(Set.of(Catalogue.WHAT)));
  }

  @Test
  void eachFaultIsPutIntoWords() throws ReflectiveOperationException {
    for (Class<?> record : CHECK.facts().values()) {
      String words = FaultWords.CATALOGUE.what(sample(record));
      assertTrue(!words.isEmpty() && !words.contains("{"), words);
    }
  }

  @Test
  void theCatalogueIsKnown() throws IOException, ReflectiveOperationException {
    Map<String, StringBuilder> byKind = new TreeMap<>();
    for (var section : FaultWords.CATALOGUE.templates().entrySet()) {
      Object fact = sample(Objects.requireNonNull(CHECK.facts().get(section.getKey())));
      String kind =
          fact instanceof Fault.Flagged ? "by the model" : ((Fault) fact).kind().keyword();
      StringBuilder text = byKind.computeIfAbsent(kind, k -> new StringBuilder());
      section
          .getValue()
          .forEach((line, template) -> text.append("  ").append(template).append('\n'));
    }
    StringBuilder text = new StringBuilder();
    byKind.forEach((kind, lines) -> text.append(kind).append('\n').append(lines));
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(GOLDEN, text);
    }
    assertEquals(Files.readString(GOLDEN), text.toString());
  }

  private static Object sample(Class<?> record) throws ReflectiveOperationException {
    RecordComponent[] parts = record.getRecordComponents();
    Class<?>[] types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values = Arrays.stream(types).map(FaultWordsTest::value).toArray();
    return record.getConstructor(types).newInstance(values);
  }

  private static Object value(Class<?> type) {
    if (type == long.class) {
      return 8L;
    } else if (type == int.class) {
      return 8;
    } else if (type == boolean.class) {
      return true;
    } else if (type == String.class) {
      return "name";
    } else if (type == List.class) {
      return List.of();
    } else if (type == FaultKind.class) {
      return FindingKind.DATA_RACE;
    }
    return type.isEnum() ? type.getEnumConstants()[1] : PART;
  }
}
