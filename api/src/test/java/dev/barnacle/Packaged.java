package dev.barnacle;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** What the build has packaged, as a program that depends on it gets it. */
final class Packaged {
  static final String VERSION = System.getProperty("barnacle.version", "");

  /** The modules that the dependency brings along, by their folders. */
  static final List<String> MODULES =
      List.of(
          "ir",
          "store",
          "llvm",
          "frontend",
          "engine",
          "simd",
          "watch",
          "model",
          "explore",
          "cl",
          "api");

  private Packaged() {}

  static Path root() {
    Path here = Path.of("").toAbsolutePath();
    return Files.exists(here.resolve("ARCHITECTURE.md")) ? here : here.resolve("..").normalize();
  }

  static String artifact(String module) {
    return module.equals("api") ? "barnacle" : "barnacle-" + module;
  }

  /** Returns a jar of a module; {@code suffix} is such as {@code -sources}, or empty. */
  static Path jar(String module, String suffix) {
    String name = artifact(module) + "-" + VERSION + suffix + ".jar";
    return root().resolve(module).resolve("target").resolve(name);
  }

  /** Returns all jars that a program needs. */
  static List<Path> classPath() {
    List<Path> jars = new ArrayList<>();
    MODULES.forEach(module -> jars.add(jar(module, "")));
    Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(p -> p.toString().endsWith(".jar"))
        .filter(p -> !p.toString().contains("barnacle-"))
        .filter(Packaged::isNeeded)
        .forEach(jars::add);
    return jars;
  }

  private static boolean isNeeded(Path jar) {
    String name = jar.getFileName().toString();
    return Stream.of("javacpp", "llvm-", "antlr4-runtime", "commons-codec", "jspecify")
        .anyMatch(name::startsWith);
  }

  /**
   * Makes a local repository of Maven that has what the usual one has, but of Barnacle only what
   * this build has packaged; returns the links in it that lead to the usual one.
   */
  static List<Path> install(Path repository) throws IOException {
    List<Path> links = new ArrayList<>();
    link(Path.of(System.getProperty("barnacle.repository", "")), repository, "dev", links);
    link(
        Path.of(System.getProperty("barnacle.repository", ""), "dev"),
        repository.resolve("dev"),
        "barnacle",
        links);
    Path ours = repository.resolve("dev/barnacle");
    put(ours, "barnacle-parent", root().resolve("pom.xml"), ".pom");
    put(ours, "barnacle-bom", root().resolve("bom/pom.xml"), ".pom");
    for (String module : MODULES) {
      put(ours, artifact(module), root().resolve(module).resolve("pom.xml"), ".pom");
      put(ours, artifact(module), jar(module, ""), ".jar");
    }
    return links;
  }

  private static void put(Path ours, String artifact, Path file, String suffix) throws IOException {
    Path folder = Files.createDirectories(ours.resolve(artifact).resolve(VERSION));
    Files.copy(file, folder.resolve(artifact + "-" + VERSION + suffix));
  }

  private static void link(Path from, Path to, String except, List<Path> links) throws IOException {
    Files.createDirectories(to);
    if (!Files.isDirectory(from)) {
      return;
    }
    try (Stream<Path> all = Files.list(from)) {
      for (Path entry : all.filter(p -> !p.endsWith(except)).toList()) {
        links.add(Files.createSymbolicLink(to.resolve(entry.getFileName()), entry));
      }
    }
  }

  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      all.filter(p -> !from.relativize(p).startsWith("target"))
          .forEach(
              p -> {
                try {
                  Files.copy(p, to.resolve(from.relativize(p).toString()));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
