package dev.barnacle.icd.internal;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.abi.Cl;
import dev.barnacle.icd.internal.abi.ClKhr;
import dev.barnacle.icd.internal.abi.Entry;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.abi.SharedMemoryCl;
import dev.barnacle.icd.internal.handle.DeviceHandle;
import dev.barnacle.icd.internal.handle.Handle;
import dev.barnacle.icd.internal.handle.PlatformHandle;
import dev.barnacle.icd.internal.process.DriverLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes what the platform and its devices answer to queries, for later processes in the same
 * circumstances, whose shim then need not start a JVM to answer ({@code answers.c}).
 *
 * <p>The file is words of this machine: a magic number, the bytes of the key, the number of answers
 * and where they stand; then the key, which is the shim's; then for each answer the entry point,
 * the place of the object, what is asked for, the number of bytes and where they are, and 1 where
 * they are places of objects.
 */
final class AnswerFile {
  private static final long MAGIC = 0x31534e41434e42L;
  private static final int HEADER_WORDS = 4;
  private static final int ANSWER_WORDS = 6;

  /** More than any answer has. */
  private static final long MOST_BYTES = 1 << 20;

  /** Files of other circumstances that a folder keeps. */
  private static final int MOST_FILES = 50;

  /** Those who name what can be asked. */
  private static final List<Class<?>> NAMES = List.of(Cl.class, ClKhr.class, SharedMemoryCl.class);

  /** The queries that are answered with addresses of texts, which are those of a process. */
  private static final Set<Integer> ADDRESSES =
      Set.of(Cl.CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS, Cl.CL_DEVICE_SPIRV_EXTENSIONS);

  private final List<Answer> answers = new ArrayList<>();
  private final List<Handle> places =
      List.of(PlatformHandle.get(), DeviceHandle.root(), DeviceHandle.custom());
  private final Arena arena;
  private final MemorySegment arguments;
  private final MemorySegment value;
  private final MemorySegment size;

  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record Answer(long entry, long place, long parameter, byte[] bytes, boolean areHandles) {}

  private AnswerFile(Arena arena) {
    this.arena = arena;
    this.arguments = arena.allocate(ValueLayout.JAVA_LONG, HEADER_WORDS + 2L);
    this.value = arena.allocate(MOST_BYTES, 8);
    this.size = arena.allocate(ValueLayout.JAVA_LONG);
  }

  /**
   * Writes the file, unless that fails: it only makes programs start more slowly.
   *
   * @param wanted the address of three words: that of the path, that of the key and how many bytes
   *     it has
   */
  static void write(long wanted) {
    Path path = Path.of(Native.string(Native.getLong(wanted)));
    byte[] key = Native.bytes(Native.getLong(wanted + 8), Native.getLong(wanted + 16));
    try (Arena arena = Arena.ofConfined()) {
      AnswerFile made = new AnswerFile(arena);
      made.askAll();
      made.writeTo(path, key);
    } catch (IOException | UncheckedIOException e) {
      DriverLog.debug("answers to queries are not kept", e);
    }
  }

  private void askAll() {
    for (int i = 0; i < Entries.ALL.size(); i++) {
      Entry entry = Entries.ALL.get(i);
      switch (entry.name()) {
        case "clGetPlatformInfo" -> askInfo(i, entry, 0);
        case "clGetDeviceInfo" -> {
          askInfo(i, entry, 1);
          askInfo(i, entry, 2);
        }
        case "clGetDeviceIDs" -> askDevices(i, entry);
        case "clGetExtensionFunctionAddress" -> askFunctions(i, entry);
        default -> {}
      }
    }
  }

  /** Returns what an entry point returns, or the code of its error. */
  private long call(Entry entry, long... values) {
    MemorySegment.copy(values, 0, arguments, ValueLayout.JAVA_LONG, 0, values.length);
    try {
      return Objects.requireNonNull(entry.call()).call(arguments.address());
    } catch (ClException e) {
      return e.code().value();
    }
  }

  private void askInfo(int index, Entry entry, int place) {
    String prefix = place == 0 ? "CL_PLATFORM_" : "CL_DEVICE_";
    long object = places.get(place).address();
    for (int query : queries(prefix)) {
      if (call(entry, object, query, MOST_BYTES, value.address(), size.address()) == 0) {
        add(index, place, query, size.get(ValueLayout.JAVA_LONG, 0));
      }
    }
  }

  /**
   * Returns the values of the constants with a prefix; what is none that can be asked does no harm.
   */
  private static Set<Integer> queries(String prefix) {
    Set<Integer> found = new TreeSet<>();
    for (Class<?> names : NAMES) {
      for (Field field : names.getFields()) {
        if (field.getName().startsWith(prefix) && field.getType() == int.class) {
          found.add(value(field));
        }
      }
    }
    found.removeAll(ADDRESSES);
    return found;
  }

  private static int value(Field field) {
    try {
      return field.getInt(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private void add(int index, int place, long parameter, long bytes) {
    boolean isHandle =
        parameter == Cl.CL_DEVICE_PLATFORM
            && value.get(ValueLayout.JAVA_LONG, 0) == places.getFirst().address();
    byte[] answer =
        isHandle
            ? new byte[Long.BYTES] // the first place
            : value.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
    answers.add(new Answer(index, place, parameter, answer, isHandle));
  }

  private void askDevices(int index, Entry entry) {
    List<Long> types = new ArrayList<>(List.of(-1L, Cl.CL_DEVICE_TYPE_ALL));
    for (long type = 1; type < 2 * Cl.CL_DEVICE_TYPE_CUSTOM; type++) {
      types.add(type);
    }
    for (long type : types) {
      size.set(ValueLayout.JAVA_LONG, 0, 0);
      long platform = places.getFirst().address();
      long code = call(entry, platform, type, places.size(), value.address(), size.address());
      if (code == 0 || code == ErrorCode.CL_DEVICE_NOT_FOUND.value()) {
        answers.add(new Answer(index, 0, type, found(size.get(ValueLayout.JAVA_INT, 0)), true));
      }
    }
  }

  /** Returns the places of devices that have been found. */
  private byte[] found(int count) {
    byte[] bytes = new byte[count * Long.BYTES];
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    for (int i = 0; i < count; i++) {
      long handle = value.getAtIndex(ValueLayout.JAVA_LONG, i);
      for (int place = 0; place < places.size(); place++) {
        if (places.get(place).address() == handle) {
          words.putLong(place);
        }
      }
    }
    return bytes;
  }

  private void askFunctions(int index, Entry entry) {
    for (int i = 0; i < Entries.ALL.size(); i++) {
      long name = arena.allocateFrom(Entries.ALL.get(i).name()).address();
      if (call(entry, name) != 0) {
        answers.add(new Answer(index, 0, i, new byte[0], false));
      }
    }
  }

  private static long align(long bytes) {
    return (bytes + Long.BYTES - 1) & -Long.BYTES;
  }

  private void writeTo(Path path, byte[] key) throws IOException {
    long answersAt = align((long) HEADER_WORDS * Long.BYTES + key.length);
    long data = answersAt + (long) ANSWER_WORDS * Long.BYTES * answers.size();
    long end = data + answers.stream().mapToLong(a -> align(a.bytes().length)).sum() + Long.BYTES;
    byte[] bytes = new byte[Math.toIntExact(end)];
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    file.putLong(MAGIC).putLong(key.length).putLong(answers.size()).putLong(answersAt).put(key);
    file.position((int) answersAt);
    long at = data;
    for (Answer answer : answers) {
      file.putLong(answer.entry()).putLong(answer.place()).putLong(answer.parameter());
      file.putLong(answer.bytes().length).putLong(at).putLong(answer.areHandles() ? 1 : 0);
      at += align(answer.bytes().length);
    }
    for (Answer answer : answers) {
      file.put(answer.bytes());
      file.position((int) align(file.position()));
    }
    Path folder = Objects.requireNonNull(path.getParent());
    forget(folder);
    Path partial = Files.createTempFile(folder, "answers", ".new");
    Files.write(partial, bytes);
    Files.setPosixFilePermissions(partial, PosixFilePermissions.fromString("rw-r--r--"));
    Files.move(partial, path, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Deletes the files where there are many: circumstances that change come rarely back. */
  private static void forget(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "answers-*")) {
      all.forEach(files::add);
    }
    if (files.size() >= MOST_FILES) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
  }
}
