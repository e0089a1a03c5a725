package dev.barnacle.dist;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/** An archive that tar unpacks; all in it is root's and of one time. */
final class TarFile {
  private static final int PROGRAM = 0755;
  private static final int PLAIN = 0644;

  private final TarArchiveOutputStream out;
  private final Instant time;
  private final Set<String> folders = new HashSet<>();

  private TarFile(TarArchiveOutputStream out, Instant time) {
    this.out = out;
    this.time = time;
  }

  /** Writes a compressed one. */
  static void write(Path file, FileList files, Release release) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      write(out, "", files, release);
    }
  }

  /**
   * Writes a compressed one.
   *
   * @param prefix what all names begin with
   */
  static void write(OutputStream to, String prefix, FileList files, Release release)
      throws IOException {
    GzipParameters parameters = new GzipParameters();
    parameters.setCompressionLevel(Deflater.DEFAULT_COMPRESSION);
    try (TarArchiveOutputStream out =
        new TarArchiveOutputStream(new GzipCompressorOutputStream(to, parameters))) {
      out.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      TarFile tar = new TarFile(out, release.time());
      for (Map.Entry<String, FileList.Entry> each : files.entries().entrySet()) {
        tar.add(prefix + each.getKey(), each.getValue());
      }
    }
  }

  private void add(String name, FileList.Entry entry) throws IOException {
    addFolders(name);
    switch (entry) {
      case FileList.Entry.OnDisk f -> {
        put(new TarArchiveEntry(name), f.runs() ? PROGRAM : PLAIN, Files.size(f.file()));
        Files.copy(f.file(), out);
      }
      case FileList.Entry.Text t -> {
        put(new TarArchiveEntry(name), t.runs() ? PROGRAM : PLAIN, t.bytes().length);
        out.write(t.bytes());
      }
      case FileList.Entry.Link l -> {
        TarArchiveEntry link = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
        link.setLinkName(l.to());
        put(link, 0777, 0);
      }
    }
    out.closeArchiveEntry();
  }

  private void addFolders(String name) throws IOException {
    for (int slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
      if (folders.add(name.substring(0, slash + 1)) && slash > 0) {
        put(new TarArchiveEntry(name.substring(0, slash + 1)), PROGRAM, 0);
        out.closeArchiveEntry();
      }
    }
  }

  private void put(TarArchiveEntry entry, int mode, long size) throws IOException {
    entry.setMode(mode);
    entry.setSize(size);
    entry.setIds(0, 0);
    entry.setNames("root", "root");
    entry.setLastModifiedTime(java.nio.file.attribute.FileTime.from(time));
    out.putArchiveEntry(entry);
  }
}
