package dev.barnacle.icd;

import dev.barnacle.cl.DataType;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cl.bytes.SourceEncoding;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The file that {@code BARNACLE_REPORT} names, in which a program under watch leaves its sources,
 * its kernels, and each finding when it is first met. Whole entries are appended. So a program that
 * crashes afterwards has told of them, and several processes can share a file.
 */
public final class ReportFile {
  private static final int SOURCE = 1;
  private static final int KERNEL = 2;
  private static final int FINDING = 3;
  private static final int BENIGN = 4;
  private static final int STARTED = 5;
  private static final int LAUNCHES = 6;
  private static final int OPTIONS = 7;
  private static final int RECORDED = 8;
  private static final int NOWHERE = 0;
  private static final int PLACE = 1;

  private final Path file;

  /**
   * The contents of a file.
   *
   * @param sources the texts of programs by the names that locations have for them
   * @param parameters of kernels; where a program was built again with other ones, those of all its
   *     builds, of the last first
   * @param kernels the names of programs' kernels, by the programs' names
   * @param findings in the order in which they were met
   * @param benign how often work-items of a kernel wrote the same value without order, where that
   *     is no finding
   * @param started the kernels that were put into a queue
   * @param launches how many launches of kernels were watched to their ends, by the kernels' names
   * @param options what programs were built with, by their sources' names
   * @param recorded launches by their names, where a program was run to be recorded
   * @param torn whether an entry is not whole, so that it and what may follow it are lost
   */
  public record Contents(
      Map<String, String> sources,
      Map<KernelOf, List<KernelParameter>> parameters,
      Map<String, Set<String>> kernels,
      List<Entry> findings,
      Map<String, Long> benign,
      Set<KernelOf> started,
      Map<String, Long> launches,
      Map<String, String> options,
      Map<String, RecordedLaunch> recorded,
      boolean torn) {
    /** Nothing yet. */
    private Contents() {
      this(
          new LinkedHashMap<>(),
          new LinkedHashMap<>(),
          new LinkedHashMap<>(),
          new ArrayList<>(),
          new LinkedHashMap<>(),
          new LinkedHashSet<>(),
          new LinkedHashMap<>(),
          new LinkedHashMap<>(),
          new LinkedHashMap<>(),
          false);
    }

    private Contents asTorn() {
      return new Contents(
          sources,
          parameters,
          kernels,
          findings,
          benign,
          started,
          launches,
          options,
          recorded,
          true);
    }

    /**
     * Returns a kernel's parameters; those of all programs' kernels of the name, of the program
     * that was built last first, where it is not known of which program it is.
     */
    public List<KernelParameter> parametersOf(String program, String kernel) {
      List<KernelParameter> own = parameters.get(new KernelOf(program, kernel));
      if (own != null) {
        return own;
      }
      List<KernelParameter> all = new ArrayList<>();
      parameters.forEach(
          (of, some) -> {
            if (of.name().equals(kernel)) {
              all.addAll(0, some);
            }
          });
      return all;
    }

    /** Returns how many launches were watched to their ends. */
    public long allLaunches() {
      return launches.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Returns how many different kernels were watched. Programs of one text have the same kernels.
     */
    public long allKernels() {
      return started.stream()
          .filter(k -> launches.getOrDefault(k.name(), 0L) > 0)
          .map(k -> List.of(sources.getOrDefault(k.program(), k.program()), k.name()))
          .distinct()
          .count();
    }
  }

  /** A kernel of a program, which its source's name stands for; empty where that is not known. */
  public record KernelOf(String program, String name) {}

  /**
   * A finding.
   *
   * @param kernel empty for one between commands
   * @param launch the name of the recorded launch that shows it; empty for none
   */
  public record Entry(String kernel, Finding finding, String launch) {
    /** Makes one that no recorded launch shows. */
    public Entry(String kernel, Finding finding) {
      this(kernel, finding, "");
    }
  }

  private interface Writer {
    void write(DataOutputStream out) throws IOException;
  }

  /** Names one. The file exists, empty at first: a report that has gone is not begun again. */
  public ReportFile(Path file) {
    this.file = file;
  }

  /** Appends a program's source. */
  public void source(String name, String text) throws IOException {
    append(
        SOURCE,
        out -> {
          string(out, name);
          string(out, text);
        });
  }

  /** Appends what a kernel's parameters are; {@code program} is its source's name, or empty. */
  public void kernel(String program, Kernel kernel) throws IOException {
    append(
        KERNEL,
        out -> {
          string(out, program);
          string(out, kernel.name());
          out.writeInt(kernel.parameters().size());
          for (KernelParameter parameter : kernel.parameters()) {
            string(out, parameter.name());
            string(out, parameter.typeName());
            string(out, parameter.dataType().map(DataType::toString).orElse(""));
            string(out, parameter.kind().name());
          }
        });
  }

  /** Appends a finding that no recorded launch shows; {@code kernel} as there. */
  public void finding(String kernel, Finding finding) throws IOException {
    finding(kernel, finding, "");
  }

  /** Appends what a program is built with. */
  public void options(String program, String options) throws IOException {
    append(
        OPTIONS,
        out -> {
          string(out, program);
          string(out, options);
        });
  }

  /** Appends a launch that findings after it name. */
  public void launch(RecordedLaunch launch) throws IOException {
    append(RECORDED, launch::write);
  }

  /**
   * Appends a finding.
   *
   * @param kernel empty for one between commands
   * @param launch the name of the recorded launch that shows it; empty for none
   */
  public void finding(String kernel, Finding finding, String launch) throws IOException {
    append(
        FINDING,
        out -> {
          string(out, kernel);
          write(out, finding);
          string(out, launch);
        });
  }

  /** Appends how often work-items wrote the same value in a launch of a kernel, without order. */
  public void benign(String kernel, long count) throws IOException {
    append(
        BENIGN,
        out -> {
          string(out, kernel);
          out.writeLong(count);
        });
  }

  /** Appends that a kernel of a program was put into a queue. */
  public void started(String program, String kernel) throws IOException {
    append(
        STARTED,
        out -> {
          string(out, program);
          string(out, kernel);
        });
  }

  /**
   * Appends a number of launches of a kernel, 0 at first.
   *
   * @return the number, in the file: who adds to it has no more to do, however the process ends
   */
  public LaunchCount launches(String kernel) throws IOException {
    long before = Files.size(file);
    UUID mark = UUID.randomUUID();
    append(
        LAUNCHES,
        out -> {
          string(out, kernel);
          out.writeLong(mark.getMostSignificantBits());
          out.writeLong(mark.getLeastSignificantBits());
          out.writeLong(0);
        });
    return LaunchCount.behind(file, before, mark);
  }

  private synchronized void append(int kind, Writer writer) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(0);
    out.writeByte(kind);
    writer.write(out);
    byte[] entry = bytes.toByteArray();
    java.nio.ByteBuffer.wrap(entry).putInt(0, entry.length - Integer.BYTES);
    Files.write(file, entry, StandardOpenOption.APPEND);
  }

  static void string(DataOutputStream out, String text) throws IOException {
    byte[] bytes = SourceEncoding.encode(text);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static String string(DataInputStream in) throws IOException {
    byte[] bytes = new byte[Math.clamp(in.readInt(), 0, in.available() + 1)];
    in.readFully(bytes); // fails where there is less than was said
    return SourceEncoding.decode(bytes);
  }

  private static void write(DataOutputStream out, Finding finding) throws IOException {
    string(out, finding.kind().name());
    string(out, finding.message());
    accesses(out, finding.accesses());
    AddressSpace space = finding.space();
    string(out, space == null ? "" : space.name());
    string(out, finding.object());
    out.writeLong(finding.objectBytes());
    string(out, finding.names().type());
    out.writeLong(finding.names().elements());
    string(out, finding.names().part());
    out.writeLong(finding.offset());
    string(out, finding.explanation());
    string(out, finding.suggestion());
    string(out, finding.note());
    out.writeLong(finding.count());
    out.writeInt(finding.also().size());
    for (Finding.Other other : finding.also()) {
      string(out, other.message());
      string(out, other.object());
      accesses(out, other.accesses());
    }
  }

  private static void accesses(DataOutputStream out, List<Finding.Access> accesses)
      throws IOException {
    out.writeInt(accesses.size());
    for (Finding.Access access : accesses) {
      place(out, access.location());
      string(out, access.access());
      longs(out, access.globalId());
      longs(out, access.localId());
      longs(out, access.groupId());
      string(out, access.command());
    }
  }

  private static Finding finding(DataInputStream in) throws IOException {
    FindingKind kind = FindingKind.valueOf(string(in));
    String message = string(in);
    List<Finding.Access> accesses = accesses(in);
    String space = string(in);
    Finding.Memory memory =
        new Finding.Memory(
            space.isEmpty() ? null : AddressSpace.valueOf(space),
            string(in),
            in.readLong(),
            new Finding.Names(string(in), in.readLong(), string(in)),
            in.readLong());
    Finding.Words words = new Finding.Words(message, string(in), string(in), string(in));
    return new Finding(kind, words, accesses, memory, in.readLong(), others(in), 1);
  }

  private static List<Finding.Other> others(DataInputStream in) throws IOException {
    List<Finding.Other> others = new ArrayList<>();
    for (int count = in.readInt(); count > 0; count--) {
      others.add(new Finding.Other(string(in), string(in), accesses(in)));
    }
    return others;
  }

  private static List<Finding.Access> accesses(DataInputStream in) throws IOException {
    List<Finding.Access> accesses = new ArrayList<>();
    for (int count = in.readInt(); count > 0; count--) {
      accesses.add(
          new Finding.Access(place(in), string(in), longs(in), longs(in), longs(in), string(in)));
    }
    return accesses;
  }

  private static void place(DataOutputStream out, @Nullable Location location) throws IOException {
    for (Location at = location; at != null; at = at.inlinedAt()) {
      out.writeByte(PLACE);
      string(out, at.file());
      out.writeInt(at.line());
      out.writeInt(at.column());
    }
    out.writeByte(NOWHERE);
  }

  private static @Nullable Location place(DataInputStream in) throws IOException {
    if (in.readByte() == NOWHERE) {
      return null;
    }
    return new Location(string(in), in.readInt(), in.readInt(), place(in));
  }

  static void longs(DataOutputStream out, List<Long> values) throws IOException {
    out.writeInt(values.size());
    for (long value : values) {
      out.writeLong(value);
    }
  }

  static List<Long> longs(DataInputStream in) throws IOException {
    List<Long> values = new ArrayList<>();
    for (int count = in.readInt(); count > 0; count--) {
      values.add(in.readLong());
    }
    return values;
  }

  /** Reads its entries, up to one that a dying program has not written to its end. */
  public Contents read() throws IOException {
    return read(0, Integer.MAX_VALUE);
  }

  /**
   * Reads its entries up to a place, without what was launched and found before another one: as a
   * part of a program's work has it.
   *
   * @param from where the part's entries begin
   * @param to where they end, or a larger number
   */
  public Contents read(long from, long to) throws IOException {
    Contents contents = new Contents();
    byte[] bytes = Files.readAllBytes(file);
    int length = Math.toIntExact(Math.min(to, bytes.length));
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, length));
    while (in.available() > 0) {
      boolean isOfPart = length - in.available() >= from;
      try {
        read(entry(in), contents, isOfPart);
      } catch (EOFException | IllegalArgumentException e) {
        return contents.asTorn();
      }
    }
    return contents;
  }

  private static DataInputStream entry(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length > in.available()) {
      throw new EOFException();
    }
    return new DataInputStream(new ByteArrayInputStream(in.readNBytes(length)));
  }

  private static void read(DataInputStream fields, Contents to, boolean isOfPart)
      throws IOException {
    int kind = fields.readByte();
    if (!isOfPart && kind != SOURCE && kind != KERNEL && kind != OPTIONS) {
      return;
    }
    switch (kind) {
      case SOURCE -> to.sources.put(string(fields), string(fields));
      case KERNEL -> {
        String program = string(fields);
        String kernel = string(fields);
        to.kernels.computeIfAbsent(program, p -> new LinkedHashSet<>()).add(kernel);
        to.parameters
            .computeIfAbsent(new KernelOf(program, kernel), k -> new ArrayList<>())
            .addAll(0, parameters(fields));
      }
      case FINDING -> to.findings.add(new Entry(string(fields), finding(fields), string(fields)));
      case BENIGN -> to.benign.merge(string(fields), fields.readLong(), Long::sum);
      case STARTED -> to.started.add(new KernelOf(string(fields), string(fields)));
      case OPTIONS -> to.options.put(string(fields), string(fields));
      case RECORDED -> {
        RecordedLaunch launch = RecordedLaunch.read(fields);
        to.recorded.put(launch.id(), launch);
      }
      case LAUNCHES -> {
        String kernel = string(fields);
        fields.skipNBytes(2 * Long.BYTES); // the mark
        to.launches.merge(kernel, fields.readLong(), Long::sum);
      }
      default -> throw new IllegalArgumentException("an entry of kind " + kind);
    }
  }

  private static List<KernelParameter> parameters(DataInputStream in) throws IOException {
    List<KernelParameter> parameters = new ArrayList<>();
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      String name = string(in);
      String typeName = string(in);
      Optional<DataType> dataType = DataType.parse(string(in));
      parameters.add(
          new KernelParameter(
              i,
              name,
              typeName,
              KernelParameter.Kind.valueOf(string(in)),
              Long.BYTES,
              1,
              false,
              dataType,
              "none",
              Set.of()));
    }
    return parameters;
  }
}
