package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The page of {@code check --html}: valid, alone, with all that the text says, and its links. */
class CheckHtmlTest {
  private static final Path LESSONS = Path.of("../examples/check");
  private static final Pattern TAG =
      Pattern.compile("<(/?)([a-zA-Z0-9]+)((?:[^<>\"]|\"[^\"]*\")*)>");
  private static final Pattern ID = Pattern.compile("id=\"([^\"]*)\"");
  private static final Pattern LINK = Pattern.compile("href=\"([^\"]*)\"");
  private static final String KERNEL =
      """
      #include "store <&>.h"
      // Größe & Maß <b>"€"</b> \u0001
      #define SET(a, i, v) a[i] = (v)
      kernel void k(global int *out, local int *t)
      {
      \tconst int i = get_local_id(0);
      \tSET(t, i & 3, i); /* <script>alert('&amp;')</script> é */ out[64 + i] = t[(i + 1) & 3];
        store(out, i);
        if (i < 2)
          out[9999] = 1;
      }
      """;
  private static final String HEADER = "void store(global int *p, int v) { *p = v; }\n";

  @TempDir private Path folder;

  private String page(String... arguments) throws IOException {
    Path page = folder.resolve("page.html");
    List<String> all = new ArrayList<>(List.of("check", "--html", page.toString()));
    all.addAll(List.of(arguments));
    CommandRunner.Result result = CommandRunner.run(all.toArray(String[]::new));
    assertEquals(1, result.status(), () -> result.out() + result.err());
    String html = Files.readString(page);
    assertValid(html);
    for (String line : result.out().lines().filter(l -> l.startsWith("      = ")).toList()) {
      String words = line.substring(line.indexOf(": ") + 2);
      assertTrue(html.contains(escaped(words)), () -> words + "\n" + html);
    }
    return html;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** What is opened is closed, each link leads somewhere, and nothing is asked of others. */
  private static void assertValid(String html) {
    Deque<String> open = new ArrayDeque<>();
    Set<String> ids = new HashSet<>();
    List<String> links = new ArrayList<>();
    Matcher tags = TAG.matcher(html.replaceFirst("<!DOCTYPE html>", ""));
    while (tags.find()) {
      String name = tags.group(2);
      if (tags.group(1).equals("/")) {
        assertEquals(name, open.pop(), html);
      } else if (!name.equals("meta")) {
        open.push(name);
      }
      Matcher id = ID.matcher(tags.group(3));
      if (id.find()) {
        assertTrue(ids.add(id.group(1)), () -> "twice: " + id.group(1));
      }
      Matcher link = LINK.matcher(tags.group(3));
      if (link.find()) {
        links.add(link.group(1));
      }
    }
    assertTrue(open.isEmpty(), open::toString);
    assertFalse(TAG.matcher(html).replaceAll("").replace("<!DOCTYPE html>", "").contains("<"));
    assertFalse(html.contains("src="), html);
    links.forEach(l -> assertTrue(l.startsWith("#") && ids.contains(l.substring(1)), l));
  }

  @Test
  void showsSourcesAsTheyAre() throws IOException {
    Path kernel = Files.writeString(folder.resolve("a&b <x>.cl"), KERNEL);
    Files.writeString(folder.resolve("store <&>.h"), HEADER);
    String html = page(kernel.toString(), "--kernel", "k", "--global", "64", "--local", "16");
    assertTrue(html.contains("// Größe &amp; Maß &lt;b&gt;&quot;€&quot;&lt;/b&gt; \ufffd"), html);
    assertTrue(html.contains("&lt;script&gt;alert('&amp;amp;')&lt;/script&gt; é"), html);
    assertTrue(html.contains("<mark>SET</mark>(t, i &amp; 3, i)"), html);
    assertTrue(html.contains("é */ out[64 + i] <mark>=</mark> <mark>t</mark>[(i + 1)"), html);
    assertTrue(html.contains("*p <mark>=</mark> v;"), html);
    assertTrue(html.contains("store &lt;&amp;&gt;.h</h2>"), html);
    assertFalse(html.contains("<script"), html);
  }

  @Test
  void aRaceOfTwoLinesIsToldAtOneAndLinkedFromTheOther() throws IOException {
    Path kernel =
        Files.writeString(
            folder.resolve("k.cl"),
            """
            kernel void k(global int *out)
            {
              out[get_global_id(0)] = 1;
              out[get_global_id(0) + 1] = 2;
            }
            """);
    String html = page(kernel.toString(), "--kernel", "k", "--global", "64", "--local", "16");
    assertTrue(html.contains("<tr class=\"hit\" id=\"f1l3\">"), html);
    assertTrue(html.contains("<tr class=\"hit\" id=\"f1l4\">"), html);
    assertTrue(html.contains("the other place; <a href=\"#e1\">"), html);
    assertTrue(html.contains("<a href=\"#f1l3\">line 3, column 25</a>: write by"), html);
    assertTrue(html.contains("<a href=\"#f1l4\">line 4, column 29</a>: write by"), html);
  }

  /** What is in no line of a source that can be read is told all the same. */
  @Test
  void findingsOutsideOfTheSourceAreTold() throws IOException {
    Path kernel =
        Files.writeString(
            folder.resolve("k.cl"),
            """
            #line 70 "gone.cl"
            kernel void k(global int *out) { out[9999] = 1; }
            """);
    String html = page(kernel.toString(), "--kernel", "k", "--global", "1", "--arg", "out=int[4]");
    assertTrue(html.contains("<h2>gone.cl</h2>"), html);
    assertTrue(html.contains("line 70, column 44 of gone.cl"), html);
    assertTrue(html.contains("object: out[9999] of argument 'out'"), html);
  }

  @TestFactory
  Stream<DynamicTest> lessons() throws IOException {
    List<Path> launches;
    try (Stream<Path> all = Files.list(LESSONS)) {
      launches = all.filter(f -> f.toString().endsWith("-faulty.json")).sorted().toList();
    }
    return launches.stream()
        .map(l -> DynamicTest.dynamicTest(l.getFileName() + "", () -> page("--launch", l + "")));
  }
}
