import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes a class for each entry point of the OpenCL API, with a method for each parameter, and their
 * prototypes, of {@code entries.txt}, which says how it is written.
 */
public final class EntryViews {
  private static final String PACKAGE = "dev.barnacle.icd.internal.entry";
  private static final Pattern PROTOTYPE = Pattern.compile("(absent )?(.+?) (cl\\w+)\\((.*)\\)");
  private static final Pattern ALIAS = Pattern.compile("(cl\\w+) = (cl\\w+)");

  /** What several entry points have, and the name of the interface for it. */
  private static final Map<String, List<String>> SHARED = new LinkedHashMap<>();

  static {
    SHARED.put("InfoArguments", List.of("paramValueSize", "paramValue", "paramValueSizeRet"));
    SHARED.put("CommandArguments", List.of("numEventsInWaitList", "eventWaitList", "event"));
    SHARED.put(
        "RecordedArguments",
        List.of(
            "commandBuffer",
            "commandQueue",
            "properties",
            "numSyncPointsInWaitList",
            "syncPointWaitList",
            "syncPoint",
            "mutableHandle"));
  }

  private record Parameter(String type, String name) {
    /** As the header has it: {@code const size_t *origin}. */
    String text() {
      return type.endsWith("*") ? type + name : type + " " + name;
    }

    String camel() {
      StringBuilder text = new StringBuilder();
      for (String part : name.split("_")) {
        text.append(
            text.isEmpty() ? part : Character.toUpperCase(part.charAt(0)) + part.substring(1));
      }
      return text.toString();
    }
  }

  private record Prototype(String name, String result, List<Parameter> parameters, boolean absent) {}

  private final Set<String> ints = new HashSet<>();
  private final Set<String> longs = new HashSet<>();
  private final Map<String, Prototype> prototypes = new LinkedHashMap<>();
  private final Map<String, String> aliases = new LinkedHashMap<>();

  public static void main(String[] args) throws IOException {
    Path source = Path.of(args[0]);
    EntryViews views = new EntryViews();
    int number = 0;
    for (String line : Files.readAllLines(source)) {
      number++;
      if (!line.isBlank() && !line.startsWith("#") && !views.read(line)) {
        System.err.println(source + ":" + number + ":1: error: not a type and not a prototype");
        System.exit(2);
      }
    }
    views.write(Path.of(args[1]).resolve(PACKAGE.replace('.', '/')));
  }

  private boolean read(String line) {
    if (line.startsWith("int ") || line.startsWith("long ")) {
      String[] types = line.split(" ");
      (types[0].equals("int") ? ints : longs).addAll(List.of(types).subList(1, types.length));
      return true;
    }
    Matcher alias = ALIAS.matcher(line);
    if (alias.matches()) {
      aliases.put(alias.group(1), alias.group(2));
      return true;
    }
    Matcher prototype = PROTOTYPE.matcher(line);
    if (!prototype.matches()) {
      return false;
    }
    List<Parameter> parameters = new ArrayList<>();
    for (String text : prototype.group(4).isEmpty() ? new String[0] : prototype.group(4).split(", ")) {
      int at = Math.max(text.lastIndexOf(' '), text.lastIndexOf('*')) + 1;
      parameters.add(new Parameter(text.substring(0, at).strip(), text.substring(at)));
    }
    String name = prototype.group(3);
    prototypes.put(
        name, new Prototype(name, prototype.group(2), parameters, prototype.group(1) != null));
    return true;
  }

  /** Returns the letters of {@code Entry.signature}. */
  private String signature(Prototype prototype) {
    String letters =
        prototype.parameters().stream()
            .map(p -> p.name().equals("errcode_ret") ? "e" : letter(p.type()))
            .collect(Collectors.joining());
    String result = prototype.result();
    return letters + ":" + (result.equals("void") ? "v" : ints.contains(result) ? "i" : "p");
  }

  private String letter(String type) {
    return ints.contains(type) ? "i" : longs.contains(type) ? "l" : "p";
  }

  private void write(Path folder) throws IOException {
    Map<String, String> files = new HashMap<>();
    for (Prototype prototype : prototypes.values()) {
      if (!prototype.absent() && !prototype.parameters().isEmpty()) {
        String name = prototype.name().substring("cl".length());
        files.put(name + ".java", view(name, prototype));
      }
    }
    files.put("Prototypes.java", prototypes());
    Files.createDirectories(folder);
    try (Stream<Path> old = Files.list(folder)) {
      for (Path file : old.toList()) {
        if (!files.containsKey(file.getFileName().toString())) {
          Files.delete(file);
        }
      }
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      if (!Files.exists(path) || !Files.readString(path).equals(file.getValue())) {
        Files.writeString(path, file.getValue());
      }
    }
  }

  private String view(String name, Prototype prototype) {
    List<String> names = prototype.parameters().stream().map(Parameter::camel).toList();
    List<String> shared =
        SHARED.entrySet().stream()
            .filter(s -> names.containsAll(s.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    StringBuilder text = new StringBuilder();
    text.append("package ").append(PACKAGE).append(";\n\n");
    text.append("import dev.barnacle.icd.internal.abi.Arguments;\n");
    shared.forEach(s -> text.append("import dev.barnacle.icd.internal.abi." + s + ";\n"));
    text.append('\n');
    text.append("/**\n * The arguments of {@code ").append(prototype.name()).append("}.\n *\n");
    text.append(" * @param arguments where they are, see {@link Arguments}\n */\n");
    text.append("public record ").append(name).append("(long arguments)");
    text.append(shared.isEmpty() ? "" : " implements " + String.join(", ", shared));
    text.append(" {\n");
    for (int i = 0; i < names.size(); i++) {
      Parameter parameter = prototype.parameters().get(i);
      boolean isInt = ints.contains(parameter.type());
      text.append("  /** Returns {@code ").append(parameter.text()).append("}. */\n");
      if (shared.stream().anyMatch(s -> SHARED.get(s).contains(parameter.camel()))) {
        text.append("  @Override\n");
      }
      text.append("  public ").append(isInt ? "int " : "long ").append(parameter.camel());
      text.append("() {\n    return Arguments.").append(isInt ? "i" : "p");
      text.append("(arguments, ").append(i).append(");\n  }\n");
    }
    return text.append("}\n").toString();
  }

  private String prototypes() {
    StringBuilder text = new StringBuilder("package " + PACKAGE + ";\n\n");
    text.append("/** The parameters and results of all entry points. */\n");
    text.append("public final class Prototypes {\n  private Prototypes() {}\n\n");
    text.append("  /** Returns the letters of {@code Entry.signature} for the name in C. */\n");
    text.append("  public static String signature(String name) {\n    return switch (name) {\n");
    Map<String, List<String>> bySignature = new LinkedHashMap<>();
    prototypes.forEach(
        (n, p) -> bySignature.computeIfAbsent(signature(p), s -> new ArrayList<>()).add(n));
    aliases.forEach((n, of) -> bySignature.get(signature(prototypes.get(of))).add(n));
    bySignature.forEach(
        (signature, names) ->
            text.append("      case ")
                .append(names.stream().map(n -> '"' + n + '"').collect(Collectors.joining(",\n          ")))
                .append(" ->\n          \"")
                .append(signature)
                .append("\";\n"));
    text.append("      default -> throw new AssertionError(\"no prototype: \" + name);\n");
    return text.append("    };\n  }\n}\n").toString();
  }
}
