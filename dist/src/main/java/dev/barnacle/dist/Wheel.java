package dev.barnacle.dist;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;

/**
 * A Python package as pip installs it (Python's specification of the binary distribution format):
 * files below one folder, and what is said of them below another.
 */
final class Wheel {
  private static final int PROGRAM = 0100755;
  private static final int PLAIN = 0100644;

  private static final String SOURCES = "[^/]*\\.(py|typed)";

  private final Release release;
  private final String name;
  private final FileList files;

  private Wheel(Release release, String name, FileList files) {
    this.release = release;
    this.name = name;
    this.files = files;
  }

  /** Returns that of LLVM and clang. */
  static Wheel llvm(Release release, FileList tree) throws IOException {
    return of(release, "barnacle_llvm", tree);
  }

  /** Returns that of all else. */
  static Wheel openCl(Release release, FileList tree) throws IOException {
    return of(release, "barnacle_opencl", tree);
  }

  private static Wheel of(Release release, String name, FileList tree) throws IOException {
    Path python = release.root().resolve("dist/python");
    FileList files = new FileList().with(name + "/tree", tree);
    for (Path file : Folders.files(python.resolve(name))) {
      if (file.toString().matches(SOURCES)) {
        files.text(name + "/" + file, text(release, python.resolve(name).resolve(file)));
      }
    }
    for (String beside : List.of("_" + name + ".py", name + ".pth")) {
      if (Files.exists(python.resolve(beside))) {
        files.text(beside, text(release, python.resolve(beside)));
      }
    }
    Path about = python.resolve("meta").resolve(name);
    String info = name + "-" + release.version() + ".dist-info/";
    for (Path file : Folders.files(about)) {
      files.text(info + file, text(release, about.resolve(file)));
    }
    String tag = release.wheelTag();
    files.text(
        info + "WHEEL",
        "Wheel-Version: 1.0\nGenerator: barnacle-dist\nRoot-Is-Purelib: false\nTag: " + tag + "\n");
    return new Wheel(release, name, files);
  }

  private static String text(Release release, Path file) throws IOException {
    return Files.readString(file).replace("@VERSION@", release.version());
  }

  /** Writes it to a folder. */
  void write(Path folder) throws IOException {
    String file = name + "-" + release.version() + "-" + release.wheelTag() + ".whl";
    String record = name + "-" + release.version() + ".dist-info/RECORD";
    StringBuilder sums = new StringBuilder();
    try (OutputStream to = new BufferedOutputStream(Files.newOutputStream(folder.resolve(file)));
        ZipArchiveOutputStream out = new ZipArchiveOutputStream(to)) {
      for (Map.Entry<String, FileList.Entry> each : files.entries().entrySet()) {
        byte[] content = content(each.getValue());
        put(out, each.getKey(), content, isProgram(each.getValue()));
        sums.append(each.getKey()).append(",sha256=").append(sum(content)).append(',');
        sums.append(content.length).append('\n');
      }
      sums.append(record).append(",,\n");
      put(out, record, sums.toString().getBytes(StandardCharsets.UTF_8), false);
    }
  }

  private static byte[] content(FileList.Entry entry) throws IOException {
    return switch (entry) {
      case FileList.Entry.OnDisk f -> Files.readAllBytes(f.file());
      case FileList.Entry.Text t -> t.bytes();
      case FileList.Entry.Link _ -> throw new IOException("wheels have no links");
    };
  }

  private static boolean isProgram(FileList.Entry entry) {
    return switch (entry) {
      case FileList.Entry.OnDisk f -> f.runs();
      case FileList.Entry.Text t -> t.runs();
      case FileList.Entry.Link _ -> false;
    };
  }

  private void put(ZipArchiveOutputStream out, String path, byte[] content, boolean runs)
      throws IOException {
    ZipArchiveEntry entry = new ZipArchiveEntry(path);
    entry.setUnixMode(runs ? PROGRAM : PLAIN);
    entry.setTime(FileTime.from(release.time()));
    out.putArchiveEntry(entry);
    out.write(content);
    out.closeArchiveEntry();
  }

  private static String sum(byte[] content) {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(content);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(sum);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
