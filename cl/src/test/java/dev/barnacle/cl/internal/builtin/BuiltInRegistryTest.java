package dev.barnacle.cl.internal.builtin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.BuiltInKernel;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Services in a folder of their own, as programs have them in {@code BARNACLE_BUILT_IN_KERNELS}.
 */
class BuiltInRegistryTest {
  private static final String SOURCE =
      """
      import dev.barnacle.cl.*;
      import java.lang.foreign.*;
      import java.util.*;

      public class NAME implements BuiltInKernels {
        public List<BuiltInKernel> kernels() { BODY }
        static void negate(BuiltInCall call) {
          MemorySegment data = call.memory(0);
          for (long i = 0; i < data.byteSize() / 4; i++) {
            data.setAtIndex(ValueLayout.JAVA_INT, i, -data.getAtIndex(ValueLayout.JAVA_INT, i));
          }
        }
      }
      """;

  @TempDir private Path folder = Path.of("");

  private void service(String name, String body) throws Exception {
    Path source = folder.resolve(name + ".java");
    Files.writeString(source, SOURCE.replace("NAME", name).replace("BODY", body));
    compile(source);
    declare(name);
  }

  private void compile(Path... sources) {
    String classes = Path.of("target/classes").toAbsolutePath().toString();
    String others = System.getProperty("jdk.module.path", "") + File.pathSeparator;
    String path = classes + File.pathSeparator + others + System.getProperty("java.class.path");
    List<String> arguments = new ArrayList<>(List.of("-cp", path, "-d", folder.toString()));
    Stream.of(sources).map(Path::toString).forEach(arguments::add);
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    int failed = javac.run(System.out, System.err, arguments.toArray(String[]::new));
    assertEquals(0, failed);
  }

  private void declare(String name) throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Path file = services.resolve("dev.barnacle.cl.BuiltInKernels");
    String before = Files.exists(file) ? Files.readString(file) : "";
    Files.writeString(file, before + name + "\n");
  }

  @Test
  void findsKernelsAndRunsThem() throws Exception {
    service("Mine", "return List.of(new BuiltInKernel(\"negate(global int *x)\", Mine::negate));");
    BuiltInRegistry found = BuiltInRegistry.load(folder.toString());
    assertEquals(List.of(), found.problems());
    assertTrue(found.kernels().containsKey("barnacle_sort_int"), "Barnacle's own");
    BuiltInKernel kernel = Objects.requireNonNull(found.kernels().get("negate"));
    try (Context context = Context.create()) {
      Buffer data = context.buffer(new int[] {1, -2});
      context.builtIn(List.of(kernel)).kernel("negate").with(data).run(NDRange.of(1));
      int[] result = new int[2];
      data.read(result);
      assertEquals(List.of(-1, 2), List.of(result[0], result[1]));
    }
  }

  @Test
  void theGuidesClassesRun() throws Exception {
    String guide = Files.readString(Path.of("../docs/guide/built-in-kernels.md"));
    List<Path> sources = new ArrayList<>();
    Matcher blocks =
        Pattern.compile("```java file=(\\w+\\.java)\n(.*?)```", Pattern.DOTALL).matcher(guide);
    while (blocks.find()) {
      sources.add(Files.writeString(folder.resolve(blocks.group(1)), blocks.group(2)));
    }
    compile(sources.toArray(Path[]::new));
    declare("Scaling");
    BuiltInRegistry found = BuiltInRegistry.load(folder.toString());
    assertTrue(found.kernels().containsKey("scale"), () -> found.problems().toString());
    ClassLoader parent = Context.class.getClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, parent)) {
      loader.loadClass("Doubling").getMethod("main", String[].class).invoke(null, (Object) null);
    }
  }

  @Test
  void whatCannotBeLoadedIsToldAndTheOthersAreThere() throws Exception {
    service("Broken", "throw new IllegalStateException(\"not today\");");
    declare("Missing");
    service("Wrong", "return List.of(new BuiltInKernel(\"k(image2d_t x)\", Wrong::negate));");
    service(
        "Same",
        "return List.of(new BuiltInKernel(\"barnacle_sort_int(global int *x)\", Same::negate),"
            + "new BuiltInKernel(\"other(global int *x)\", Same::negate));");
    BuiltInRegistry found = BuiltInRegistry.load("/nonexistent.jar" + File.pathSeparator + folder);
    assertTrue(found.kernels().containsKey("other"));
    List<String> problems = found.problems();
    assertEquals(5, problems.size(), problems::toString);
    assertEquals(
        "BARNACLE_BUILT_IN_KERNELS: /nonexistent.jar: cannot be read", problems.getFirst());
    String all = String.join("\n", problems);
    for (String part :
        List.of(
            "Broken: java.lang.IllegalStateException: not today",
            "Missing not found",
            "Wrong: built-in kernel 'k(image2d_t x)'",
            "Same: there is another built-in kernel 'barnacle_sort_int', which stays")) {
      assertTrue(all.contains(part), all);
    }
  }
}
