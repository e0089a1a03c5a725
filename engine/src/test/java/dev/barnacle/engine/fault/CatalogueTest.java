package dev.barnacle.engine.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Sentences are filled from the fields of facts, and what does not fit them is found. */
class CatalogueTest {
  /** How something is. */
  public enum Way {
    LONG,
    SHORT,
    OTHER
  }

  /** Something that has part in it. */
  public record Part(long bytes, boolean writes, Way way) {}

  /** Something that is wrong. */
  public record Fact(long bytes, boolean writes, Way way, Part of) {
    /** Returns twice the number. */
    public long twice() {
      return 2 * bytes;
    }
  }

  private static final Fact ONE = new Fact(1, true, Way.LONG, new Part(7, false, Way.OTHER));

  private static String filled(String template) {
    return catalogue("[CatalogueTest.Fact]\nwhat: " + template).what(ONE);
  }

  private static Catalogue catalogue(String text) {
    return new Catalogue(
        () -> new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        (method, fact) -> method.invoke(fact));
  }

  private static List<String> mistakes(String text) {
    return new CatalogueCheck(catalogue(text), List.of(Fact.class)).mistakes(Set.of("what", "why"));
  }

  @Test
  void holesAreFilledWithFields() {
    assertEquals("1 and 2, of 7", filled("{bytes} and {twice}, of {of.bytes}"));
  }

  @Test
  void textsAreChosen() {
    assertEquals("write of 1 byte", filled("{writes?write|read} of {bytes} {bytes#byte|bytes}"));
    assertEquals("read", filled("{of.writes?write|read}"));
    assertEquals("a long one", filled("{way:LONG=a long one|SHORT,OTHER={bytes}}"));
    assertEquals("7.", filled("{of.way:LONG=a|*={of.bytes}}{of.writes? or so}."));
    assertEquals("a = b", filled("{way:LONG=a = b|*=}"));
  }

  @Test
  void linesGoOn() {
    Catalogue catalogue =
        catalogue("# x\n\n[CatalogueTest.Fact]\nwhat: a {writes?b\n  |c}\n  d\nwhy: e\n");
    assertEquals("a b d", catalogue.what(ONE));
    assertEquals("e", catalogue.line(ONE, "why"));
    assertEquals("", catalogue.line(ONE, "help"));
  }

  @Test
  void whatIsNoTemplateIsRefused() {
    for (String text : List.of("{", "a}", "a|b", "{}", "{a?b|c|d}", "{a:b}", "{a:B=c|B=d}")) {
      assertThrows(IllegalArgumentException.class, () -> Template.of(text), text);
    }
    assertThrows(IllegalArgumentException.class, () -> filled("{size}"));
    assertThrows(IllegalArgumentException.class, () -> catalogue("").what(ONE));
  }

  @Test
  void whatDoesNotFitTheFactsIsFound() {
    assertEquals(List.of(), mistakes("[CatalogueTest.Fact]\nwhat: {way:LONG=a|*=b}"));
    Map<String, String> wrong =
        Map.of(
            "", "CatalogueTest.Fact has no sentences",
            "[CatalogueTest.Fact]\nwhy: a", "CatalogueTest.Fact does not say what is wrong",
            "[CatalogueTest.Fact]\nwhat: a\nhelp: b", "CatalogueTest.Fact: nobody asks for help",
            "[CatalogueTest.Fact]\nwhat: {a.b}", "CatalogueTest.Fact, what: no field a.b");
    wrong.forEach((text, mistake) -> assertEquals(List.of(mistake), mistakes(text)));
    for (String hole :
        List.of("bytes?a|b", "writes#a|b", "bytes:A=b", "way:LONG=a", "way:A=b|*=")) {
      assertEquals(1, mistakes("[CatalogueTest.Fact]\nwhat: {" + hole + "}").size(), hole);
    }
    assertEquals(
        List.of("there is no fact Other"),
        mistakes("[CatalogueTest.Fact]\nwhat: a\n[Other]\nwhat: b"));
  }
}
