package dev.barnacle.dist;

import dev.barnacle.cli.Main;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.ar.ArArchiveEntry;
import org.apache.commons.compress.archivers.ar.ArArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/**
 * The Debian package: the tree in {@code /usr/lib/barnacle}, the command in {@code /usr/bin}, and
 * the driver's file in {@code /etc/OpenCL/vendors} (deb(5)).
 */
final class Debian {
  private static final String NAME = "barnacle-opencl";
  private static final String PLACE = "usr/lib/barnacle";
  private static final String VENDOR = "etc/OpenCL/vendors/barnacle.icd";

  private final Release release;
  private final FileList files;

  private Debian(Release release, FileList files) {
    this.release = release;
    this.files = files;
  }

  /** Writes it to a folder. */
  static void write(Release release, FileList tree, Path folder) throws IOException {
    Path texts = release.root().resolve("dist/debian");
    FileList files = new FileList().with(PLACE, tree);
    files.link("usr/bin/barnacle", "../lib/barnacle/bin/barnacle");
    files.text(VENDOR, "/" + PLACE + "/lib/libbarnacle-icd.so\n");
    files.file("usr/share/doc/" + NAME + "/copyright", texts.resolve("copyright"));
    files.file("usr/share/lintian/overrides/" + NAME, texts.resolve("lintian-overrides"));
    Debian debian = new Debian(release, files);
    Path made = Files.createDirectories(folder.resolveSibling("debian"));
    files.file(
        "usr/share/doc/" + NAME + "/changelog.gz",
        zipped(made.resolve("changelog.gz"), debian.changes()));
    manuals(files, made);
    files.text("usr/share/bash-completion/completions/barnacle", command("completion", "bash"));
    files.text("usr/share/fish/vendor_completions.d/barnacle.fish", command("completion", "fish"));
    debian.write(
        folder.resolve(NAME + "_" + release.version() + "_" + release.debianMachine() + ".deb"));
  }

  private static void manuals(FileList files, Path made) throws IOException {
    Path pages = Folders.fresh(made.resolve("man"));
    command("completion", "--man", pages.toString());
    try (Stream<Path> all = Files.list(pages)) {
      for (Path page : all.sorted().toList()) {
        String name = page.getFileName() + ".gz";
        files.file(
            "usr/share/man/man1/" + name, zipped(made.resolve(name), Files.readString(page)));
      }
    }
  }

  /** Returns what a command of Barnacle prints. */
  private static String command(String... arguments) throws IOException {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
    if (status != 0) {
      throw new IOException(String.join(" ", arguments) + ": " + err);
    }
    return out.toString();
  }

  private static Path zipped(Path file, String text) throws IOException {
    GzipParameters best = new GzipParameters();
    best.setCompressionLevel(Deflater.BEST_COMPRESSION);
    try (OutputStream out = new GzipCompressorOutputStream(Files.newOutputStream(file), best)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  private String changes() {
    String date =
        DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss Z", Locale.ROOT)
            .format(release.time().atOffset(ZoneOffset.UTC));
    return NAME
        + " ("
        + release.version()
        + ") unstable; urgency=medium\n\n  * See CHANGELOG.md of the sources.\n\n"
        + " -- Barnacle <barnacle@barnacle.dev>  "
        + date
        + "\n";
  }

  private void write(Path file) throws IOException {
    try (ArArchiveOutputStream out =
        new ArArchiveOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      put(out, "debian-binary", "2.0\n".getBytes(StandardCharsets.US_ASCII));
      put(out, "control.tar.gz", tar(control()));
      put(out, "data.tar.gz", tar(files));
    }
  }

  private byte[] tar(FileList list) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TarFile.write(bytes, "./", list, release);
    return bytes.toByteArray();
  }

  private void put(ArArchiveOutputStream out, String name, byte[] content) throws IOException {
    long time = release.time().getEpochSecond();
    out.putArchiveEntry(new ArArchiveEntry(name, content.length, 0, 0, 0100644, time));
    out.write(content);
    out.closeArchiveEntry();
  }

  private FileList control() throws IOException {
    String control =
        Files.readString(release.root().resolve("dist/debian/control"))
            .replace("@VERSION@", release.version())
            .replace("@ARCHITECTURE@", release.debianMachine())
            .replace("@SIZE@", Long.toString(files.bytes() / 1024));
    return new FileList()
        .text("control", control)
        .text("conffiles", "/" + VENDOR + "\n")
        .text("md5sums", sums());
  }

  private String sums() throws IOException {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, FileList.Entry> each : files.entries().entrySet()) {
      String sum =
          switch (each.getValue()) {
            case FileList.Entry.OnDisk file -> sum(Files.newInputStream(file.file()));
            case FileList.Entry.Text words -> sum(new ByteArrayInputStream(words.bytes()));
            case FileList.Entry.Link _ -> "";
          };
      if (!sum.isEmpty() && !each.getKey().equals(VENDOR)) { // conffiles are not among them
        text.append(sum).append("  ").append(each.getKey()).append('\n');
      }
    }
    return text.toString();
  }

  private static String sum(InputStream content) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5"); // deb-md5sums(5) has no other
      try (InputStream in = new DigestInputStream(content, digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has MD5", e);
    }
  }
}
