package dev.barnacle.cli.internal.replay;

import dev.barnacle.cl.bytes.SourceEncoding;
import dev.barnacle.cli.internal.launch.LaunchFile;
import dev.barnacle.cli.internal.launch.LaunchJson;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonLine;
import dev.barnacle.command.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A file that shows a finding again on any machine: {@code {"replay": 1, "version", "finding":
 * {"kind", "object", "within", "lines"}, "order", "source": NAME, "files": {NAME: TEXT or
 * {"base64"}}, "launch": {…}}}. The launch is as in a launch file, whose files are those of {@code
 * files}.
 */
public record Bundle(Reproducer reproducer, Sign sign, Map<String, byte[]> data, String version) {
  private static final long VERSION = 1;

  public Bundle {
    data = Map.copyOf(data);
  }

  /**
   * Makes one of a launch of files on this machine, whose contents it takes.
   *
   * @param version Barnacle's version
   */
  public static Bundle of(Reproducer reproducer, Sign sign, String version) {
    Names names = new Names(reproducer);
    new LaunchJson(names::of).of(reproducer.launch());
    Map<String, byte[]> data = new LinkedHashMap<>();
    names.data.forEach(
        (file, name) -> data.put(name, InputFiles.access(file, () -> Files.readAllBytes(file))));
    return new Bundle(reproducer, sign, data, version);
  }

  /** The names of files in the bundle: the same each time that the arguments are gone through. */
  private static final class Names {
    private final Reproducer reproducer;
    private final Map<Path, String> data = new LinkedHashMap<>();

    Names(Reproducer reproducer) {
      this.reproducer = reproducer;
    }

    String of(Path file) {
      if (file.equals(reproducer.launch().source())) {
        return reproducer.source().fileName();
      }
      return data.computeIfAbsent(
          file,
          f -> {
            String name = "data/" + f.getFileName();
            return data.containsValue(name) ? "data/" + data.size() + "-" + f.getFileName() : name;
          });
    }
  }

  /** Writes the file. */
  public void write(Path file) {
    Source source = reproducer.source();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("replay", VERSION);
    json.put("version", version);
    Map<String, Object> finding = new LinkedHashMap<>();
    finding.put("kind", sign.kind());
    finding.put("object", sign.object());
    finding.put("within", sign.within());
    finding.put("lines", sign.lines());
    json.put("finding", finding);
    json.put("order", reproducer.order());
    json.put("source", source.name());
    Map<String, Object> files = new LinkedHashMap<>();
    files.put(source.fileName(), content(SourceEncoding.encode(source.text())));
    source
        .included()
        .forEach((name, text) -> files.put(name, content(SourceEncoding.encode(text))));
    data.forEach((name, bytes) -> files.put(name, content(bytes)));
    json.put("files", files);
    json.put("launch", new LaunchJson(new Names(reproducer)::of).of(reproducer.launch()));
    InputFiles.access(file, () -> Files.writeString(file, JsonLine.of(json) + "\n"));
  }

  private static Object content(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    boolean plain = Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8));
    return plain ? text : Map.of("base64", Base64.getEncoder().encodeToString(bytes));
  }

  /**
   * Reads a file, and unpacks what its launch needs.
   *
   * @param folder where data goes
   * @throws InputException with the place of what is no such file
   */
  public static Bundle read(Path file, Path folder) {
    Json.Obj json = JsonReader.read(file.toString(), InputFiles.readText(file)).asObject();
    Json number = json.require("replay");
    if (number.asLong() != VERSION) {
      throw new InputException(
          number.place(), "a replay of version " + number.asLong() + ", not " + VERSION);
    }
    Json.Obj finding = json.require("finding").asObject();
    List<String> lines = new ArrayList<>();
    finding.require("lines").asArray().forEach(line -> lines.add(line.asText()));
    String name = json.require("source").asText();
    String own = String.valueOf(Path.of(name).getFileName());
    Map<String, String> included = new LinkedHashMap<>();
    Map<String, byte[]> data = new LinkedHashMap<>();
    String text = "";
    for (Map.Entry<String, Json> entry : json.require("files").asObject().members().entrySet()) {
      checkName(entry.getValue(), entry.getKey());
      byte[] content = content(entry.getValue());
      if (entry.getKey().equals(own)) {
        text = SourceEncoding.decode(content);
      } else if (entry.getKey().startsWith("data/")) {
        data.put(entry.getKey(), content);
      } else {
        included.put(entry.getKey(), SourceEncoding.decode(content));
      }
    }
    unpack(data, folder);
    LaunchSpec launch = LaunchFile.of(file.toString(), json.require("launch").asObject(), folder);
    Reproducer reproducer =
        new Reproducer(
            new Source(name, text, included),
            launch,
            Math.toIntExact(json.require("order").asLong()));
    return new Bundle(
        reproducer,
        new Sign(
            finding.require("kind").asText(),
            finding.require("object").asText(),
            finding.require("within").asText(),
            lines),
        data,
        json.require("version").asText());
  }

  private static byte[] content(Json json) {
    if (json instanceof Json.Text text) {
      return text.text().getBytes(StandardCharsets.UTF_8);
    }
    Json coded = json.asObject().require("base64");
    try {
      return Base64.getDecoder().decode(coded.asText());
    } catch (IllegalArgumentException e) {
      throw new InputException(coded.place(), "no base64: " + e.getMessage());
    }
  }

  private static void unpack(Map<String, byte[]> data, Path folder) {
    data.forEach(
        (name, content) ->
            InputFiles.access(
                folder,
                () -> {
                  Files.createDirectories(folder.resolve("data"));
                  return Files.write(folder.resolve(name), content);
                }));
  }

  /**
   * Refuses a name that would be written outside of a replay's folder: the file may be anybody's.
   */
  private static void checkName(Json content, String name) {
    Path path = Path.of(name);
    if (path.isAbsolute() || path.normalize().startsWith("..")) {
      throw new InputException(content.place(), "a file's name leads out of its folder: " + name);
    }
  }
}
