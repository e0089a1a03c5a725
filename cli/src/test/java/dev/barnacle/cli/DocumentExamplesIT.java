package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.cli.DocumentBlocks.Block;
import dev.barnacle.cli.DocumentBlocks.Command;
import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What README.md and the guides show to copy prints what they show. Each document is followed in a
 * fresh folder: its {@code file=} blocks are written, its {@code console} blocks run, in order.
 */
class DocumentExamplesIT extends LauncherRuns {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  /** The blocks that are not run, by document; each says why in a line above it. */
  private static final Map<String, Integer> NOT_RUN =
      Map.ofEntries(
          Map.entry("README.md", 1),
          Map.entry("docs/guide/built-in-kernels.md", 1),
          Map.entry("docs/guide/c.md", 2),
          Map.entry("docs/guide/campaign.md", 2),
          Map.entry("docs/guide/check.md", 1),
          Map.entry("docs/guide/ci.md", 5),
          Map.entry("docs/guide/explore.md", 2),
          Map.entry("docs/guide/install.md", 5),
          Map.entry("docs/guide/java-api.md", 9),
          Map.entry("docs/guide/litmus.md", 1),
          Map.entry("docs/guide/programs.md", 2),
          Map.entry("docs/guide/pytest.md", 5));

  @Override
  boolean sharesRoot() {
    return true;
  }

  static List<String> documents() throws IOException {
    List<String> documents = new ArrayList<>(List.of("README.md"));
    try (Stream<Path> files = Files.list(PROJECT.resolve("docs/guide"))) {
      files
          .filter(f -> f.toString().endsWith(".md"))
          .sorted()
          .forEach(f -> documents.add(PROJECT.relativize(f).toString()));
    }
    return documents;
  }

  @Test
  void everyBlockIsAFileOrRunOrSaysWhyNot() throws IOException {
    Map<String, Integer> notRun = new TreeMap<>();
    for (String document : documents()) {
      for (Block block : DocumentBlocks.of(PROJECT.resolve(document))) {
        boolean used = block.isConsole() || block.file().isPresent();
        assertTrue(used != block.marked(), document + ":" + block.line());
        if (!used) {
          notRun.merge(document, 1, Integer::sum);
        }
      }
    }
    assertEquals(new TreeMap<>(NOT_RUN), notRun);
  }

  /** The five quick starts need no file that is not in the document. */
  @Test
  void theQuickStartsNeedAnEmptyFolderOnly() throws IOException {
    String readme = Files.readString(PROJECT.resolve("README.md"));
    int start = readme.indexOf("## Quick start");
    String quickStart = readme.substring(start, readme.indexOf("\n## ", start + 1));
    assertFalse(quickStart.contains(" examples/"), quickStart);
    for (String guide : List.of("run", "check", "programs", "litmus", "java-api")) {
      assertTrue(quickStart.contains("(docs/guide/" + guide + ".md)"), guide);
      List<Block> blocks = DocumentBlocks.of(PROJECT.resolve("docs/guide/" + guide + ".md"));
      assertTrue(blocks.stream().anyMatch(b -> b.file().isPresent()), guide);
    }
  }

  /** The picture in README.md is the one that its command draws. */
  private static void assertPicture(Path folder) throws IOException {
    assertEquals(
        Files.readString(PROJECT.resolve("docs/message-passing.svg")),
        Files.readString(folder.resolve("out/01-message-passing.c11.witness.svg")));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void whatIsShownIsPrinted(String document) throws Exception {
    List<Block> blocks = DocumentBlocks.of(PROJECT.resolve(document));
    for (String tool : List.of("cc", "clinfo")) {
      boolean needed =
          blocks.stream().anyMatch(b -> b.isConsole() && b.text().contains(" " + tool + " "));
      assumeTrue(!needed || isInstalled(tool), "needs " + tool);
    }
    Path fresh = Files.createDirectory(folder.resolve("fresh"));
    Path examples =
        Files.createSymbolicLink(fresh.resolve("examples"), PROJECT.resolve("examples"));
    try {
      follow(document, blocks, fresh);
      if (document.equals("README.md")) {
        assertPicture(fresh);
      }
    } finally {
      Files.delete(examples); // not what it leads to
    }
  }

  private void follow(String document, List<Block> blocks, Path fresh) throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Block block : blocks) {
      if (block.file().isPresent()) {
        Path file = fresh.resolve(block.file().get());
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, block.text());
      }
      for (Command command : block.isConsole() ? block.commands() : List.<Command>of()) {
        Result result = shell(Map.of(), "cd fresh\n{ " + command.command() + "\n} 2>&1");
        if (result.status() > ExitStatus.FINDINGS || !command.prints(printed(result))) {
          wrong.add(
              document + ":" + block.line() + ": $ " + command.command() + "\n" + result.out());
        }
      }
    }
    assertEquals("", String.join("\n", wrong));
  }

  /** Without what is said when a kind of command is used for the first time. */
  private static String printed(Result result) {
    return result
        .out()
        .lines()
        .filter(line -> !line.startsWith("barnacle: preparing "))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  private boolean isInstalled(String tool) throws Exception {
    String header = tool.equals("cc") ? " && echo '#include <CL/cl.h>' | cc -E -" : "";
    return shell(Map.of(), "command -v " + tool + header).status() == 0;
  }
}
