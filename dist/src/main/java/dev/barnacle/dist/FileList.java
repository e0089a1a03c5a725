package dev.barnacle.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The contents of a package, by name: files, and links.
 *
 * @param entries in the order of their names, which have slashes in them and begin with none
 */
record FileList(Map<String, Entry> entries) {
  /** The names of libraries, which are loaded and not run. */
  private static final Pattern LIBRARY = Pattern.compile("\\.so(\\.[0-9.]+)?$");

  /** A file or link. */
  sealed interface Entry {
    /**
     * A file on disk.
     *
     * @param runs whether it is a program
     */
    record OnDisk(Path file, boolean runs) implements Entry {}

    /** A file of some text. */
    record Text(String text, boolean runs) implements Entry {
      byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
      }
    }

    /** A symbolic link. */
    record Link(String to) implements Entry {}
  }

  FileList() {
    this(new TreeMap<>());
  }

  /** Returns all files of a folder. */
  static FileList of(Path folder) throws IOException {
    FileList list = new FileList();
    for (Path file : Folders.files(folder)) {
      Path whole = folder.resolve(file);
      boolean library = LIBRARY.matcher(file.toString()).find();
      list.entries.put(
          file.toString(), new Entry.OnDisk(whole, !library && Files.isExecutable(whole)));
    }
    return list;
  }

  /** Returns these and others below a folder. */
  FileList with(String folder, FileList others) {
    FileList all = new FileList(new TreeMap<>(entries));
    others.below(folder).entries.forEach(all.entries::put);
    return all;
  }

  /** Returns these below a folder. */
  FileList below(String folder) {
    FileList all = new FileList();
    entries.forEach((name, entry) -> all.entries.put(folder + "/" + name, entry));
    return all;
  }

  FileList text(String name, String text) {
    entries.put(name, new Entry.Text(text, false));
    return this;
  }

  FileList file(String name, Path file) {
    entries.put(name, new Entry.OnDisk(file, false));
    return this;
  }

  FileList link(String name, String to) {
    entries.put(name, new Entry.Link(to));
    return this;
  }

  /** Returns how many bytes all have on disk. */
  long bytes() throws IOException {
    long bytes = 0;
    for (Entry entry : entries.values()) {
      bytes += entry instanceof Entry.OnDisk f ? Files.size(f.file()) : 0;
    }
    return bytes;
  }
}
