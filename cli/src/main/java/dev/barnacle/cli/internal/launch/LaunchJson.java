package dev.barnacle.cli.internal.launch;

import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Writes a launch as the JSON that {@link LaunchFile} reads. */
public final class LaunchJson {
  private final Function<Path, String> names;

  /**
   * Makes one.
   *
   * @param names what files are called in the launch file
   */
  public LaunchJson(Function<Path, String> names) {
    this.names = names;
  }

  /**
   * Returns the object.
   *
   * @throws IllegalArgumentException for what {@code explore} alone takes
   */
  public Map<String, Object> of(LaunchSpec spec) {
    Map<String, Object> json = new LinkedHashMap<>();
    Path source = spec.source();
    json.put("source", source == null ? null : names.apply(source));
    if (!spec.options().isEmpty()) {
      json.put("options", spec.options());
    }
    json.put("kernel", spec.kernel());
    json.put("global", spec.global());
    if (!spec.local().isEmpty()) {
      json.put("local", spec.local());
    }
    if (!spec.offset().isEmpty()) {
      json.put("offset", spec.offset());
    }
    json.put("args", spec.arguments().stream().map(this::argument).toList());
    return json;
  }

  private Map<String, Object> argument(LaunchSpec.Given given) {
    Map<String, Object> json = new LinkedHashMap<>();
    given.name().ifPresent(name -> json.put("name", name));
    switch (given.spec()) {
      case ArgumentSpec.Null _ -> json.put("null", true);
      case ArgumentSpec.Local local -> json.put("local", Map.of("bytes", local.byteSize()));
      case ArgumentSpec.BufferSpec buffer -> json.put("buffer", buffer(buffer));
      case ArgumentSpec.Value value -> json.put("value", value(value));
      case ArgumentSpec.Bytes bytes -> json.put("value", bytes(bytes));
      case ArgumentSpec.BytesFile file ->
          json.put("value", pair("type", "bytes", "value", "@" + names.apply(file.file())));
      case ArgumentSpec.ImageSpec image -> json.put("image", image(image));
      case ArgumentSpec.PipeSpec pipe -> json.put("pipe", pipe(pipe));
      case ArgumentSpec.SamplerSpec sampler -> json.put("sampler", SamplerText.words(sampler));
      case ArgumentSpec.QueueSpec _ -> json.put("queue", "default");
      case ArgumentSpec.Same same -> {
        json.put("same", same.other());
        json.put("offset", same.offset());
      }
      case ArgumentSpec.Any _ -> throw new IllegalArgumentException("any of several numbers");
      case ArgumentSpec.Shared _ -> throw new IllegalArgumentException("a shared buffer");
    }
    return json;
  }

  private Map<String, Object> buffer(ArgumentSpec.BufferSpec buffer) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", buffer.type().toString());
    buffer.count().ifPresent(count -> json.put("count", count));
    json.put("init", init(buffer.init()));
    return json;
  }

  private static Map<String, Object> value(ArgumentSpec.Value value) {
    Map<String, Object> json = new LinkedHashMap<>();
    value.type().ifPresent(type -> json.put("type", type.toString()));
    json.put(
        "value", value.literals().size() == 1 ? value.literals().getFirst() : value.literals());
    return json;
  }

  private static Map<String, Object> bytes(ArgumentSpec.Bytes bytes) {
    List<Object> values = new ArrayList<>();
    for (byte b : bytes.bytes().toArray(ValueLayout.JAVA_BYTE)) {
      values.add(b & 0xff);
    }
    return pair("type", "bytes", "value", values);
  }

  private Map<String, Object> image(ArgumentSpec.ImageSpec image) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", image.type().keyword());
    if (!image.size().isEmpty()) {
      json.put("size", image.size());
    }
    json.put("init", init(image.init()));
    return json;
  }

  private Map<String, Object> pipe(ArgumentSpec.PipeSpec pipe) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", pipe.type().toString());
    json.put("elements", pipe.elements());
    json.put("packets", pipe.packets());
    pipe.init().ifPresent(init -> json.put("init", init(init)));
    return json;
  }

  private Object init(Init init) {
    return switch (init) {
      case Init.Zero _ -> "zero";
      case Init.None _ -> "none";
      case Init.Iota _ -> "iota";
      case Init.Mixed _ -> "mixed";
      case Init.Steps steps -> "steps:" + steps.first() + ":" + steps.step();
      case Init.Among among -> "among:" + among.first() + ":" + among.count();
      case Init.Random random -> "random:" + random.seed();
      case Init.Values values -> values.literals();
      case Init.RawFile file -> "@" + names.apply(file.file());
      case Init.ImageFile file -> "image:" + names.apply(file.file());
      case Init.Any _ -> throw new IllegalArgumentException("any of several numbers");
    };
  }

  private static Map<String, Object> pair(String first, Object one, String second, Object two) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put(first, one);
    json.put(second, two);
    return json;
  }
}
