package dev.barnacle.spark;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;

/** The numbers that a column and a kernel's memory both have. */
enum ColumnType {
  BYTE("tinyint", "char", 1) {
    @Override
    void put(MemorySegment to, long row, Object value) {
      to.setAtIndex(ValueLayout.JAVA_BYTE, row, (Byte) value);
    }

    @Override
    Object get(MemorySegment from, long row) {
      return from.getAtIndex(ValueLayout.JAVA_BYTE, row);
    }
  },
  SHORT("smallint", "short", 2) {
    @Override
    void put(MemorySegment to, long row, Object value) {
      to.setAtIndex(ValueLayout.JAVA_SHORT, row, (Short) value);
    }

    @Override
    Object get(MemorySegment from, long row) {
      return from.getAtIndex(ValueLayout.JAVA_SHORT, row);
    }
  },
  INT("int", "int", 4) {
    @Override
    void put(MemorySegment to, long row, Object value) {
      to.setAtIndex(ValueLayout.JAVA_INT, row, (Integer) value);
    }

    @Override
    Object get(MemorySegment from, long row) {
      return from.getAtIndex(ValueLayout.JAVA_INT, row);
    }
  },
  LONG("bigint", "long", 8) {
    @Override
    void put(MemorySegment to, long row, Object value) {
      to.setAtIndex(ValueLayout.JAVA_LONG, row, (Long) value);
    }

    @Override
    Object get(MemorySegment from, long row) {
      return from.getAtIndex(ValueLayout.JAVA_LONG, row);
    }
  },
  FLOAT("float", "float", 4) {
    @Override
    void put(MemorySegment to, long row, Object value) {
      to.setAtIndex(ValueLayout.JAVA_FLOAT, row, (Float) value);
    }

    @Override
    Object get(MemorySegment from, long row) {
      return from.getAtIndex(ValueLayout.JAVA_FLOAT, row);
    }
  },
  DOUBLE("double", "double", 8) {
    @Override
    void put(MemorySegment to, long row, Object value) {
      to.setAtIndex(ValueLayout.JAVA_DOUBLE, row, (Double) value);
    }

    @Override
    Object get(MemorySegment from, long row) {
      return from.getAtIndex(ValueLayout.JAVA_DOUBLE, row);
    }
  };

  private final String name;
  private final String keyword;
  private final int bytes;

  ColumnType(String name, String keyword, int bytes) {
    this.name = name;
    this.keyword = keyword;
    this.bytes = bytes;
  }

  /** Returns that of a column. */
  static Optional<ColumnType> of(DataType type) {
    return Stream.of(values()).filter(one -> one.name.equals(type.simpleString())).findFirst();
  }

  /** Returns OpenCL C's name. */
  String keyword() {
    return keyword;
  }

  /** Returns the size of a number. */
  int byteSize() {
    return bytes;
  }

  /** Returns whether a kernel's memory has these numbers, or their bits as unsigned ones. */
  boolean fits(dev.barnacle.cl.DataType memory) {
    String scalar = memory.scalar().keyword();
    return memory.lanes() == 1 && (scalar.equals(keyword) || scalar.equals("u" + keyword));
  }

  /** Writes the number of a row. */
  abstract void put(MemorySegment to, long row, Object value);

  /** Reads the number of a row. */
  abstract Object get(MemorySegment from, long row);
}
