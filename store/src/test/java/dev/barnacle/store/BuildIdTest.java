package dev.barnacle.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildIdTest {
  @TempDir private Path folder;

  /** Writes a jar with a class and one more file of one letter. */
  private Path jar(String name, char letter, String comment) throws IOException {
    Path jar = folder.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.setComment(comment);
      put(zip, "Part.class", ClassFile.of().build(ClassDesc.of("Part"), c -> {}));
      put(zip, "letter", String.valueOf(letter).getBytes(StandardCharsets.US_ASCII));
    }
    Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
    return jar;
  }

  private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTime(0);
    zip.putNextEntry(entry);
    zip.write(content);
    zip.closeEntry();
  }

  private static Optional<String> id(Path jar) throws IOException, ClassNotFoundException {
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
      return BuildId.of(loader.loadClass("Part"));
    }
  }

  @Test
  void jarsOfTheSameFilesAreOneBuildWhereverTheyAre() throws Exception {
    assertTrue(id(jar("a.jar", 'x', "")).isPresent());
    assertEquals(id(jar("a.jar", 'x', "")), id(jar("b.jar", 'x', "")));
  }

  @Test
  void anotherByteInAFileIsAnotherBuildWithTheSameSizeAndTime() throws Exception {
    Path one = jar("a.jar", 'x', "");
    Path other = jar("b.jar", 'y', "");
    assertEquals(Files.size(one), Files.size(other));
    assertNotEquals(id(one), id(other));
  }

  @Test
  void aJarMayEndWithAComment() throws Exception {
    String comment = "c".repeat(70).repeat(900); // as long as it may be, nearly
    assertNotEquals(id(jar("a.jar", 'x', comment)), id(jar("b.jar", 'y', comment)));
  }

  @Test
  void aFileMaySayIt() throws IOException {
    Path file = folder.resolve("build.id");
    assertEquals(Optional.empty(), BuildId.inFile(""));
    assertEquals(Optional.empty(), BuildId.inFile(file.toString()));
    Files.writeString(file, "");
    assertEquals(Optional.empty(), BuildId.inFile(file.toString()));
    Files.writeString(file, "12ab\n");
    assertEquals(Optional.of("12ab"), BuildId.inFile(file.toString()));
  }
}
