import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The licences of what a package carries: {@code java Licenses.java ROOT JARS OUT [RUNTIME]}.
 *
 * <p>JARS is a folder of jars; those of Barnacle are left out. Each other one must have its
 * component in {@code dist/licenses/components.txt}. OUT gets a file for each component and {@code
 * README.txt}, the index. RUNTIME is the Java runtime of the package, whose own folder {@code
 * legal} must be there. Nothing is fetched.
 */
public final class Licenses {
  private record Component(
      List<String> prefixes,
      String name,
      List<String> licences,
      String url,
      List<String> copyright) {}

  private final Path root;
  private final Path out;

  private Licenses(Path root, Path out) {
    this.root = root;
    this.out = out;
  }

  public static void main(String[] args) throws IOException {
    Licenses licenses = new Licenses(Path.of(args[0]), Path.of(args[2]));
    licenses.write(
        Path.of(args[1]), args.length > 3 ? Optional.of(Path.of(args[3])) : Optional.empty());
  }

  private List<Component> components() throws IOException {
    List<Component> all = new ArrayList<>();
    for (String block :
        Files.readString(root.resolve("dist/licenses/components.txt")).split("\n\n+")) {
      Map<String, List<String>> fields = new LinkedHashMap<>();
      for (String line : block.lines().filter(l -> !l.startsWith("#")).toList()) {
        int colon = line.indexOf(": ");
        fields
            .computeIfAbsent(line.substring(0, colon), k -> new ArrayList<>())
            .add(line.substring(colon + 2));
      }
      if (!fields.isEmpty()) {
        all.add(
            new Component(
                fields.get("jars"),
                fields.get("name").getFirst(),
                List.of(fields.get("licence").getFirst().split(" ")),
                fields.get("url").getFirst(),
                fields.get("copyright")));
      }
    }
    return all;
  }

  private void write(Path folder, Optional<Path> runtime) throws IOException {
    List<Component> components = components();
    Map<Component, List<Path>> carried = new TreeMap<>(Comparator.comparing(Component::name));
    List<Path> jars;
    try (Stream<Path> files = Files.list(folder)) {
      jars =
          files
              .filter(f -> f.toString().endsWith(".jar"))
              .filter(f -> !name(f).startsWith("barnacle-"))
              .sorted()
              .toList();
    }
    for (Path jar : jars) {
      if (name(jar).equals("cli.jar") || name(jar).equals("resources.jar")) {
        continue;
      }
      Component component =
          components.stream()
              .filter(c -> c.prefixes().stream().anyMatch(name(jar)::startsWith))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          jar + " is no component of dist/licenses/components.txt"));
      carried.computeIfAbsent(component, c -> new ArrayList<>()).add(jar);
    }
    Files.createDirectories(out);
    StringBuilder index =
        new StringBuilder(
            "Barnacle: Apache-2.0. With it come, each with its licence in the file named:\n\n");
    for (Map.Entry<Component, List<Path>> entry : carried.entrySet()) {
      Component component = entry.getKey();
      String file = component.name().replace(' ', '-') + ".txt";
      Files.writeString(out.resolve(file), text(component, entry.getValue()));
      index.append(
          "%-24s %s, %s, %s%n".formatted(file, component.name(), spdx(component), component.url()));
    }
    if (runtime.isPresent()) {
      index.append(runtime(runtime.get()));
    }
    Files.writeString(out.resolve("README.txt"), index);
    System.out.println(out + ": " + carried.size() + " components");
  }

  private static String runtime(Path runtime) throws IOException {
    for (String file : List.of("LICENSE", "ASSEMBLY_EXCEPTION", "ADDITIONAL_LICENSE_INFO")) {
      if (!Files.exists(runtime.resolve("legal/java.base").resolve(file))) {
        throw new IllegalArgumentException(runtime + " has no legal/java.base/" + file);
      }
    }
    String release = Files.readString(runtime.resolve("release"));
    String version =
        release
            .lines()
            .filter(l -> l.startsWith("JAVA_VERSION="))
            .findFirst()
            .orElse("JAVA_VERSION=?");
    return "%-24s OpenJDK %s, GPL-2.0-only WITH Classpath-exception-2.0, https://openjdk.org%n"
        .formatted("runtime/legal/", version.substring("JAVA_VERSION=".length()).replace("\"", ""));
  }

  private static String spdx(Component component) {
    return String.join(" AND ", component.licences())
        .replace(" AND LLVM-exception", " WITH LLVM-exception");
  }

  private String text(Component component, List<Path> jars) throws IOException {
    StringBuilder text = new StringBuilder(component.name() + "\n" + component.url() + "\n");
    jars.forEach(jar -> text.append("In: ").append(name(jar)).append('\n'));
    text.append("Licence: ").append(spdx(component)).append("\n\n");
    component.copyright().forEach(line -> text.append(line).append('\n'));
    Map<String, String> own = new TreeMap<>();
    for (Path jar : jars) {
      own.putAll(texts(jar));
    }
    boolean hasLicence = own.keySet().stream().anyMatch(f -> f.startsWith("LICENSE"));
    if (!hasLicence) {
      for (String licence : component.licences()) {
        Path file =
            licence.equals("Apache-2.0")
                ? root.resolve("LICENSE")
                : root.resolve("dist/licenses/" + licence + ".txt");
        own.put(licence, Files.readString(file));
      }
    }
    own.forEach(
        (title, content) ->
            text.append("\n==== ")
                .append(title)
                .append(" ====\n\n")
                .append(content.strip())
                .append('\n'));
    return text.toString();
  }

  /** Returns the licences and notices at the usual place of a jar. */
  private static Map<String, String> texts(Path jar) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry entry :
          file.stream()
              .filter(e -> e.getName().matches("META-INF/[^/]*(LICENSE|NOTICE)[^/]*"))
              .toList()) {
        texts.put(
            entry.getName().substring("META-INF/".length()),
            new String(file.getInputStream(entry).readAllBytes()));
      }
    }
    return texts;
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }
}
