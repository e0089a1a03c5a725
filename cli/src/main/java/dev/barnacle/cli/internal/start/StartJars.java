package dev.barnacle.cli.internal.start;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassHierarchyResolver;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Copies the jars whose classes {@link PlainBytecode} rewrites into a folder, for the launcher,
 * which takes them in place of the ones it has; and their small resources into one more jar, to be
 * the first where the JVM looks. As classes come from its cache, it then opens no other one. A file
 * beside them says which build they are of, so that nobody need look into jars for it.
 */
public final class StartJars {
  private static final String CLASS = ".class";
  private static final String RESOURCES = "resources.jar";
  private static final String BUILD = "build.id";

  /** Versions and other properties are smaller, bitcode and kernels are larger. */
  private static final int SMALL_BYTES = 1 << 10;

  private final Map<String, byte[]> entries = new LinkedHashMap<>();
  private boolean changed;

  private StartJars() {}

  /**
   * Writes the jars that change.
   *
   * @param folder where to, under the same names
   * @param jars what there is
   */
  public static void write(Path folder, Iterable<Path> jars) throws IOException {
    Files.createDirectories(folder);
    StartJars resources = new StartJars();
    MessageDigest build = digest();
    add(build, Runtime.version().toString());
    for (Path jar : jars) {
      addEntries(build, jar);
      StartJars copy = new StartJars();
      copy.read(jar);
      if (copy.changed) {
        copy.write(folder.resolve(jar.getFileName().toString()));
        copy.entries.forEach(
            (name, content) -> {
              if (isSmallResource(name, content)) {
                resources.entries.putIfAbsent(name, content);
              }
            });
      }
    }
    resources.write(folder.resolve(RESOURCES));
    Files.writeString(folder.resolve(BUILD), HexFormat.of().formatHex(build.digest()));
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** Adds what is in a jar: names, and the sums of contents. */
  private static void addEntries(MessageDigest build, Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        add(build, entry.getName() + " " + entry.getSize() + " " + entry.getCrc());
      }
    }
  }

  private static void add(MessageDigest build, String line) {
    build.update((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isSmallResource(String name, byte[] content) {
    return content.length <= SMALL_BYTES
        && !name.endsWith(CLASS)
        && !name.startsWith("META-INF/"); // what is there is of its jar
  }

  private void read(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (isLibrary(entry)) {
          entries.clear();
          return; // jars of machine code, too large to read for nothing
        }
        if (!entry.isDirectory()) {
          try (InputStream in = zip.getInputStream(entry)) {
            entries.put(entry.getName(), in.readAllBytes());
          }
        }
      }
    }
    PlainBytecode plain =
        new PlainBytecode(
            ClassHierarchyResolver.ofResourceParsing(type -> find(type.descriptorString()))
                .orElse(ClassHierarchyResolver.defaultResolver()));
    Map<String, byte[]> rewritten = new LinkedHashMap<>();
    entries.forEach(
        (name, content) -> {
          if (isClass(name)) {
            byte[] made = plain.rewrite(content);
            if (made != content) {
              rewritten.put(name, made);
            }
          }
        });
    entries.putAll(rewritten);
    changed = !rewritten.isEmpty();
  }

  private static boolean isClass(String name) {
    return name.endsWith(CLASS)
        && !name.endsWith("module-info.class")
        && !name.startsWith("META-INF/"); // versions for other releases of Java
  }

  private static boolean isLibrary(ZipEntry entry) {
    return entry.getName().endsWith(".so") || entry.getName().endsWith(".dylib");
  }

  private @Nullable InputStream find(String descriptor) {
    String name = descriptor.substring(1, descriptor.length() - 1) + CLASS;
    byte[] content = entries.get(name);
    return content == null
        ? ClassLoader.getSystemResourceAsStream(name)
        : new ByteArrayInputStream(content);
  }

  private void write(Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.setLevel(Deflater.NO_COMPRESSION);
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        ZipEntry made = new ZipEntry(entry.getKey());
        made.setTime(0);
        zip.putNextEntry(made);
        zip.write(entry.getValue());
        zip.closeEntry();
      }
    }
  }
}
