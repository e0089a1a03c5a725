package dev.barnacle.llvm.link;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A relocatable file of the Executable and Linking Format, of 64 bits and little-endian: its
 * sections, symbols and relocations (System V ABI, chapter 4, "Object Files").
 */
final class ElfObject {
  private static final int HEADER_BYTES = 64;
  private static final int SECTION_BYTES = 64;
  private static final int SYMBOL_BYTES = 24;
  private static final int RELOCATION_BYTES = 24;
  private static final int MAGIC = 0x464c457f;

  /** Class 2 (64 bits), data 1 (little-endian), version 1. */
  private static final int CLASS_DATA_VERSION = 0x010102;

  private static final int RELOCATABLE = 1;

  /** More than kernels have, and little enough to be reserved. */
  static final long MOST_BYTES = 256L << 20;

  private final ByteBuffer file;
  private final int machine;
  private final List<ObjectSection> sections = new ArrayList<>();
  private final List<ObjectSymbol> symbols = new ArrayList<>();
  private final List<ObjectRelocation> relocations = new ArrayList<>();

  /**
   * Reads a file.
   *
   * @throws BadObjectException if it is none, or contradicts itself
   * @throws UnknownObjectException if it is of another kind
   */
  ElfObject(byte[] bytes) {
    this.file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    try {
      this.machine = header();
      readSections();
      readSymbols();
      readRelocations();
    } catch (IndexOutOfBoundsException e) {
      throw bad("something is beyond its end");
    }
  }

  static BadObjectException bad(String why) {
    return new BadObjectException("not a whole object file: " + why);
  }

  /** Returns the machine that it is for ({@code e_machine}). */
  int machine() {
    return machine;
  }

  List<ObjectSection> sections() {
    return sections;
  }

  List<ObjectSymbol> symbols() {
    return symbols;
  }

  List<ObjectRelocation> relocations() {
    return relocations;
  }

  /** Copies a section's bytes. */
  void copy(ObjectSection section, byte[] to, int at) {
    file.get(section.offset(), to, at, section.size());
  }

  private int header() {
    if (file.limit() < HEADER_BYTES || file.getInt(0) != MAGIC) {
      throw bad("it does not begin like one");
    }
    if ((file.getInt(4) & 0xffffff) != CLASS_DATA_VERSION || half(16) != RELOCATABLE) {
      throw new UnknownObjectException("not a relocatable ELF file of 64 bits, little-endian");
    }
    return half(18);
  }

  private void readSections() {
    int at = inFile(file.getLong(40));
    int count = half(60);
    int names = half(62);
    if (half(58) != SECTION_BYTES || count == 0 || names >= count) {
      throw bad("its sections have no table");
    }
    long namesAt = file.getLong(at + names * SECTION_BYTES + 24);
    for (int i = 0; i < count; i++) {
      sections.add(section(at + i * SECTION_BYTES, namesAt));
    }
  }

  private ObjectSection section(int at, long names) {
    int type = file.getInt(at + 4);
    long flags = file.getLong(at + 8);
    long offset = file.getLong(at + 24);
    long size = file.getLong(at + 32);
    long alignment = Math.max(1, file.getLong(at + 48));
    if (size < 0 || size > MOST_BYTES || alignment > MOST_BYTES || Long.bitCount(alignment) != 1) {
      throw bad("a section has no size");
    }
    String name = name(names, file.getInt(at));
    ObjectSection section =
        new ObjectSection(
            name,
            type,
            flags,
            type == ObjectSection.NOBITS ? 0 : inFile(offset),
            (int) size,
            file.getInt(at + 40),
            file.getInt(at + 44),
            (int) alignment);
    if (section.isInFile() && offset + size > file.limit()) {
      throw bad("section " + name + " is beyond its end");
    }
    return section;
  }

  private void readSymbols() {
    for (ObjectSection table : sections) {
      if (table.type() == ObjectSection.SYMTAB) {
        long names = tableOf(table.link(), ObjectSection.STRTAB).offset();
        int end = table.offset() + table.size();
        for (int at = table.offset(); at + SYMBOL_BYTES <= end; at += SYMBOL_BYTES) {
          symbols.add(symbol(at, names));
        }
        return; // there is one
      }
    }
  }

  private ObjectSymbol symbol(int at, long names) {
    int section = half(at + 6);
    boolean special = section == ObjectSymbol.ABSOLUTE || section == ObjectSymbol.COMMON;
    if (!special && section >= sections.size()) {
      throw bad("a symbol is of no section");
    }
    long value = file.getLong(at + 8);
    if (!special
        && section != ObjectSymbol.UNDEFINED
        && (value < 0 || value > sections.get(section).size())) {
      throw bad("a symbol is beyond its section");
    }
    return new ObjectSymbol(
        name(names, file.getInt(at)),
        file.get(at + 4) & 0xff,
        section,
        value,
        file.getLong(at + 16));
  }

  private void readRelocations() {
    for (ObjectSection table : sections) {
      int changed = table.info();
      if (table.type() == ObjectSection.REL) {
        throw new UnknownObjectException("relocations without addends");
      }
      if (table.type() == ObjectSection.RELA && sectionAt(changed).isLoaded()) {
        int end = table.offset() + table.size();
        for (int at = table.offset(); at + RELOCATION_BYTES <= end; at += RELOCATION_BYTES) {
          relocations.add(relocation(at, changed));
        }
      }
    }
  }

  private ObjectRelocation relocation(int at, int section) {
    long offset = file.getLong(at);
    int symbol = file.getInt(at + 12);
    if (offset < 0 || offset >= sectionAt(section).size()) {
      throw bad("a relocation is beyond its section");
    }
    if (symbol < 0 || symbol >= symbols.size()) {
      throw bad("a relocation has no symbol");
    }
    return new ObjectRelocation(
        section, offset, file.getInt(at + 8), symbol, file.getLong(at + 16));
  }

  private ObjectSection sectionAt(int number) {
    if (number < 0 || number >= sections.size()) {
      throw bad("there is no section " + number);
    }
    return sections.get(number);
  }

  private ObjectSection tableOf(int number, int type) {
    ObjectSection table = sectionAt(number);
    if (table.type() != type) {
      throw bad("section " + number + " is no table of names");
    }
    return table;
  }

  private int half(int at) {
    return file.getShort(at) & 0xffff;
  }

  private int inFile(long offset) {
    if (offset < 0 || offset > file.limit()) {
      throw bad("something is beyond its end");
    }
    return (int) offset;
  }

  private String name(long names, int offset) {
    int begin = inFile(names + (offset & 0xffffffffL));
    int end = begin;
    while (file.get(end) != 0) {
      end++;
    }
    return new String(file.array(), begin, end - begin, StandardCharsets.ISO_8859_1);
  }
}
