package dev.barnacle.cli.internal.launch;

import dev.barnacle.cl.DataType;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonReader;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a launch file: the JSON object that stands for the LAUNCH options. Files named in it are
 * relative to its own directory.
 */
public final class LaunchFile {
  private final Path directory;

  private LaunchFile(Path directory) {
    this.directory = directory;
  }

  /**
   * Reads a launch file.
   *
   * @param name its path, as the user gave it
   * @throws InputException with its place, if it isn't one
   */
  public static LaunchSpec read(String name) {
    Path parent = Path.of(name).getParent();
    return read(name, parent == null ? Path.of("") : parent);
  }

  /**
   * Reads a launch file.
   *
   * @param name its path, as the user gave it
   * @param folder what files that it names are relative to
   * @throws InputException with its place, if it isn't one
   */
  public static LaunchSpec read(String name, Path folder) {
    Json json = JsonReader.read(name, InputFiles.readText(Path.of(name)));
    return new LaunchFile(folder).launch(name, json.asObject());
  }

  /**
   * Reads a launch that is part of a file.
   *
   * @param name the file's, for messages
   * @param folder what files that it names are relative to
   */
  public static LaunchSpec of(String name, Json.Obj json, Path folder) {
    return new LaunchFile(folder).launch(name, json);
  }

  /**
   * Returns whether a file of JSON is a launch file, and not one for something else: it names a
   * program.
   */
  static boolean isOne(Path path) {
    try {
      Json json = JsonReader.read(path.toString(), InputFiles.readText(path));
      return json instanceof Json.Obj object && object.get("source") instanceof Json.Text;
    } catch (InputException e) {
      return false;
    }
  }

  private LaunchSpec launch(String name, Json.Obj json) {
    if (json.get("launches") != null) {
      return several(name, json);
    }
    json.allowOnly("source", "options", "kernel", "global", "local", "offset", "args");
    Json source = json.get("source");
    List<LaunchSpec.Given> arguments = arguments(json);
    return new LaunchSpec(
        name,
        source == null ? null : file(source, source.asText()),
        text(json, "options", ""),
        json.get("kernel") == null ? null : text(json, "kernel", ""),
        sizes(json, "global"),
        sizes(json, "local"),
        sizes(json, "offset"),
        arguments);
  }

  private List<LaunchSpec.Given> arguments(Json.Obj launch) {
    List<LaunchSpec.Given> arguments = new ArrayList<>();
    Json given = launch.get("args");
    for (Json element : given == null ? List.<Json>of() : given.asArray()) {
      arguments.add(argument(element.asObject()));
    }
    return arguments;
  }

  /** Reads launches that are explored together. */
  private LaunchSpec several(String name, Json.Obj json) {
    json.allowOnly("source", "options", "buffers", "launches");
    Map<String, ArgumentSpec.BufferSpec> buffers = new LinkedHashMap<>();
    Json shared = json.get("buffers");
    if (shared != null) {
      shared
          .asObject()
          .members()
          .forEach((key, value) -> buffers.put(key, buffer(value.asObject())));
    }
    List<LaunchSpec.Command> commands = new ArrayList<>();
    for (Json element : json.require("launches").asArray()) {
      commands.add(command(name, element.asObject(), commands.size()));
    }
    if (commands.isEmpty()) {
      throw new InputException(json.require("launches").place(), "there are no launches");
    }
    Json source = json.get("source");
    return new LaunchSpec(
        name,
        source == null ? null : file(source, source.asText()),
        text(json, "options", ""),
        null,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        new LaunchSpec.Commands(buffers, commands));
  }

  private LaunchSpec.Command command(String name, Json.Obj json, int number) {
    json.allowOnly("kernel", "global", "local", "offset", "args", "after");
    Set<Integer> after = new LinkedHashSet<>();
    Json waits = json.get("after");
    if (waits != null) {
      for (long other : waits.asLongs()) {
        if (other < 0 || other >= number) {
          throw new InputException(
              waits.place(), other + " is no launch before this one, which has number " + number);
        }
        after.add((int) other);
      }
    }
    List<LaunchSpec.Given> arguments = arguments(json);
    LaunchSpec launch =
        new LaunchSpec(
            name,
            null,
            "",
            json.get("kernel") == null ? null : text(json, "kernel", ""),
            sizes(json, "global"),
            sizes(json, "local"),
            sizes(json, "offset"),
            arguments);
    return new LaunchSpec.Command(launch, after, json.place());
  }

  private static String text(Json.Obj json, String key, String otherwise) {
    Json value = json.get(key);
    return value == null ? otherwise : value.asText();
  }

  private static List<Long> sizes(Json.Obj json, String key) {
    Json value = json.get(key);
    return value == null ? List.of() : value.asLongs();
  }

  private LaunchSpec.Given argument(Json.Obj json) {
    json.allowOnly(
        "name", "buffer", "image", "pipe", "sampler", "queue", "local", "value", "null", "same",
        "offset");
    Json name = json.get("name");
    Optional<String> given = name == null ? Optional.empty() : Optional.of(name.asText());
    return new LaunchSpec.Given(given, spec(json), json.place());
  }

  private ArgumentSpec spec(Json.Obj json) {
    boolean same = json.get("same") != null;
    Set<String> beside = same ? Set.of("name", "offset") : Set.of("name");
    List<String> kinds = json.members().keySet().stream().filter(k -> !beside.contains(k)).toList();
    if (kinds.size() != 1 || kinds.contains("offset")) {
      throw new InputException(
          json.place(),
          "an argument is one of \"buffer\", \"image\", \"pipe\", \"sampler\", \"queue\","
              + " \"local\", \"value\", \"same\" (with an \"offset\"), \"null\"");
    }
    if (same) {
      return same(json);
    }
    Json buffer = json.get("buffer");
    if (buffer instanceof Json.Text text) {
      return new ArgumentSpec.Shared(text.text());
    }
    if (buffer != null) {
      return buffer(buffer.asObject());
    }
    Json image = json.get("image");
    if (image != null) {
      return image(image.asObject());
    }
    Json pipe = json.get("pipe");
    if (pipe != null) {
      return pipe(pipe.asObject());
    }
    Json sampler = json.get("sampler");
    if (sampler != null) {
      return placed(sampler.place(), () -> SamplerText.of(texts(sampler)));
    }
    Json queue = json.get("queue");
    if (queue != null) {
      if (!queue.asText().equals("default")) {
        throw new InputException(queue.place(), "a queue is \"default\"");
      }
      return ArgumentSpec.QueueSpec.DEFAULT;
    }
    Json local = json.get("local");
    if (local != null) {
      return local(local.asObject());
    }
    Json value = json.get("value");
    if (value != null) {
      return value(value.asObject());
    }
    return nullPointer(json);
  }

  private static ArgumentSpec same(Json.Obj json) {
    Json offset = json.get("offset");
    if (offset != null && offset.asLong() < 0) {
      throw new InputException(offset.place(), "an offset is at least 0");
    }
    return new ArgumentSpec.Same(
        json.require("same").asText(), offset == null ? 0 : offset.asLong());
  }

  private static ArgumentSpec nullPointer(Json.Obj json) {
    if (!(json.get("null") instanceof Json.Bool flag) || !flag.value()) {
      throw new InputException(json.place(), "a null pointer is written {\"null\": true}");
    }
    return new ArgumentSpec.Null();
  }

  private static ArgumentSpec local(Json.Obj json) {
    json.allowOnly("bytes");
    return new ArgumentSpec.Local(positive(json.require("bytes")));
  }

  private ArgumentSpec.BufferSpec buffer(Json.Obj json) {
    json.allowOnly("type", "count", "init");
    Json count = json.get("count");
    Json init = json.get("init");
    if (count == null && init == null) {
      throw new InputException(json.place(), "a buffer needs a \"count\" or an \"init\"");
    }
    return new ArgumentSpec.BufferSpec(
        type(json.require("type")),
        count == null ? Optional.empty() : Optional.of(positive(count)),
        init == null ? new Init.Zero() : init(init));
  }

  private ArgumentSpec image(Json.Obj json) {
    json.allowOnly("type", "size", "init");
    List<Long> size = sizes(json, "size");
    if (size.stream().anyMatch(s -> s < 1)) {
      throw new InputException(json.require("size").place(), "a size is at least 1");
    }
    Json init = json.get("init");
    Init contents = init == null ? new Init.Zero() : init(init);
    String type = text(json, "type", "float");
    return placed(json.place(), () -> ArgumentText.image(type, size, contents));
  }

  private ArgumentSpec pipe(Json.Obj json) {
    json.allowOnly("type", "elements", "packets", "init");
    Json elements = json.get("elements");
    Json init = json.get("init");
    DataType type = type(json.require("type"));
    long each = elements == null ? 1 : positive(elements);
    long packets = positive(json.require("packets"));
    Init contents = init == null ? new Init.None() : init(init);
    return placed(json.place(), () -> ArgumentText.pipe(type, each, packets, contents));
  }

  private Path file(Json json, String name) {
    return placed(json.place(), () -> InputFiles.resolve(directory, name));
  }

  private static List<String> texts(Json json) {
    return json.asArray().stream().map(Json::asText).toList();
  }

  private static long positive(Json json) {
    long value = json.asLong();
    if (value < 1) {
      throw new InputException(json.place(), value + " is not at least 1");
    }
    return value;
  }

  private Init init(Json json) {
    if (json instanceof Json.Text text) {
      return placed(json.place(), () -> ArgumentText.init(text.text(), directory));
    }
    return new Init.Values(numbers(json));
  }

  private ArgumentSpec value(Json.Obj json) {
    json.allowOnly("type", "value");
    Json type = json.get("type");
    Json value = json.require("value");
    if (value instanceof Json.Text text && text.text().startsWith("@")) {
      return new ArgumentSpec.BytesFile(file(value, text.text().substring(1)));
    }
    if (value instanceof Json.Text text && text.text().startsWith(AnyText.PREFIX)) {
      return placed(value.place(), () -> new ArgumentSpec.Any(AnyText.literals(text.text())));
    }
    if (type != null && type.asText().equals("bytes")) {
      return bytes(value);
    }
    return new ArgumentSpec.Value(
        type == null ? Optional.empty() : Optional.of(type(type)),
        value instanceof Json.Array ? numbers(value) : List.of(number(value)));
  }

  private static ArgumentSpec bytes(Json json) {
    List<Long> values = json.asLongs();
    byte[] bytes = new byte[values.size()];
    for (int i = 0; i < bytes.length; i++) {
      long value = values.get(i);
      if (value < -128 || value > 255) {
        throw new InputException(json.place(), value + " is no byte");
      }
      bytes[i] = (byte) value;
    }
    return new ArgumentSpec.Bytes(MemorySegment.ofArray(bytes));
  }

  private static DataType type(Json json) {
    return placed(json.place(), () -> ArgumentText.type(json.asText()));
  }

  private static List<String> numbers(Json json) {
    List<String> numbers = new ArrayList<>();
    for (Json element : json.asArray()) {
      if (element instanceof Json.Array) {
        numbers.addAll(numbers(element));
      } else {
        numbers.add(number(element));
      }
    }
    return numbers;
  }

  private static String number(Json json) {
    if (json instanceof Json.Num number) {
      return number.literal();
    }
    if (json instanceof Json.Text text && NumberText.isNumber(text.text())) {
      return text.text();
    }
    throw new InputException(json.place(), "expected a number, not " + json.kind());
  }

  private static <T> T placed(@Nullable Place place, java.util.function.Supplier<T> parse) {
    try {
      return parse.get();
    } catch (InputException e) {
      throw new InputException(place, String.valueOf(e.getMessage()));
    }
  }
}
