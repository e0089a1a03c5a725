package dev.barnacle.watch.internal.words;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.engine.fault.CatalogueCheck;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.internal.run.fault.AccessFault;
import dev.barnacle.watch.internal.run.fault.CallFault;
import dev.barnacle.watch.internal.run.fault.CommandFault;
import dev.barnacle.watch.internal.run.fault.Fault;
import dev.barnacle.watch.internal.run.fault.GroupFault;
import dev.barnacle.watch.internal.run.fault.LaunchFault;
import dev.barnacle.watch.internal.run.fault.PipeFault;
import dev.barnacle.watch.internal.run.fault.TexelFault;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Each fact has its sentences, but why there is a data race, which is computed; {@code
 * catalogue.txt} beside this test shows them all.
 */
class SentencesTest {
  private static final Path GOLDEN =
      Path.of("src/test/java/dev/barnacle/watch/internal/words/catalogue.txt");

  private static final CatalogueCheck CHECK =
      new CatalogueCheck(
          Sentences.CATALOGUE,
          List.of(
              AccessFault.class,
              CallFault.class,
              GroupFault.class,
              LaunchFault.class,
              PipeFault.class,
              TexelFault.class,
              CommandFault.class,
              Detail.class));

  @Test
  void sentencesFitTheFacts() {
    assertEquals(List.of(), CHECK.mistakes(Sentences.LINES));
  }

  @Test
  void factsAreFilledIn() {
    Fault.Access access = new Fault.Access(0, "call", 0, 0);
    assertEquals(
        "clamp is given a lower bound of 2.5 and an upper one of 1.0",
        Sentences.what(new CallFault.Clamp(access, "6.15.4", 2.5f, 1.0f)));
    assertEquals(
        "its result is undefined where minval > maxval (OpenCL C, 6.15.4)",
        Sentences.why(new CallFault.Clamp(access, "6.15.4", 2.5f, 1.0f)));
    assertEquals("", Sentences.help(new CallFault.Angle(access, 1e6f)));
    assertEquals("1 work-item (local id 7)", Sentences.what(new Detail.Items(List.of(7))));
    assertEquals(
        "5 work-items (local ids 0, 1, 2, 3, …)",
        Sentences.what(new Detail.Items(List.of(0, 1, 2, 3, 4))));
  }

  @Test
  void theCatalogueIsKnown() throws IOException, ReflectiveOperationException {
    Map<String, StringBuilder> byKind = new TreeMap<>();
    for (var section : Sentences.CATALOGUE.templates().entrySet()) {
      Class<?> record = Objects.requireNonNull(CHECK.facts().get(section.getKey()));
      StringBuilder text = byKind.computeIfAbsent(kind(record), k -> new StringBuilder());
      text.append("  ").append(section.getKey()).append('\n');
      section
          .getValue()
          .forEach(
              (line, template) ->
                  text.append("    ").append(line).append(": ").append(template).append('\n'));
    }
    StringBuilder text = new StringBuilder();
    byKind.forEach((kind, sections) -> text.append(kind).append('\n').append(sections));
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(GOLDEN, text);
    }
    assertEquals(Files.readString(GOLDEN), text.toString());
  }

  /** Returns the kind of the facts of a class; that of a part of a sentence is none. */
  private static String kind(Class<?> record) throws ReflectiveOperationException {
    for (RecordComponent part : record.getRecordComponents()) {
      if (part.getName().equals("fault")) {
        return kind(part.getType());
      }
    }
    if (record == Detail.Race.class) {
      return FindingKind.DATA_RACE.keyword();
    }
    Object fact = sample(record);
    FindingKind kind =
        fact instanceof Fault fault
            ? fault.kind()
            : fact instanceof CommandFault fault ? fault.kind() : null;
    return kind == null ? "parts of sentences" : kind.keyword();
  }

  private static Object sample(Class<?> record) throws ReflectiveOperationException {
    Class<?>[] types =
        Arrays.stream(record.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    Object[] values = Arrays.stream(types).map(SentencesTest::value).toArray();
    var constructor = record.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor.newInstance(values);
  }

  private static @Nullable Object value(Class<?> type) {
    return switch (type.getName()) {
      case "long" -> 8L;
      case "int" -> 8;
      case "float" -> 8f;
      case "boolean" -> true;
      case "java.util.List" -> List.of();
      default -> null;
    };
  }
}
