package dev.barnacle.spark;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.MemoryFlag;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.RunResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;

/** Launches a kernel over the rows of a partition. */
final class KernelPartition implements MapPartitionsFunction<Row, Row> {
  private static final long serialVersionUID = 1;

  private static final long ALIGNMENT = 64;

  private final KernelColumns kernel;

  KernelPartition(KernelColumns kernel) {
    this.kernel = kernel;
  }

  @Override
  public Iterator<Row> call(Iterator<Row> partition) {
    List<Row> rows = new ArrayList<>();
    partition.forEachRemaining(rows::add);
    if (rows.isEmpty()) {
      return Collections.emptyIterator();
    }
    Arena arena = Arena.ofShared();
    TaskCompletionListener close = task -> arena.close();
    TaskContext unused = TaskContext.get().addTaskCompletionListener(close);
    List<MemorySegment> memory = new ArrayList<>();
    for (KernelColumns.Column column : kernel.columns()) {
      memory.add(memory(column, rows, arena));
    }
    launch(memory, rows.size());
    int outputs = kernel.outputs();
    return IntStream.range(0, rows.size())
        .mapToObj(i -> row(rows.get(i), memory, i, outputs))
        .iterator();
  }

  private static MemorySegment memory(KernelColumns.Column column, List<Row> rows, Arena arena) {
    ColumnType type = column.type();
    MemorySegment memory = arena.allocate((long) rows.size() * type.byteSize(), ALIGNMENT);
    if (!column.isOutput()) {
      for (int i = 0; i < rows.size(); i++) {
        Object value = rows.get(i).get(column.index());
        if (value == null) {
          throw new IllegalArgumentException(
              "column " + column.name() + ": a kernel takes no null, which a row has");
        }
        type.put(memory, i, value);
      }
    }
    return memory;
  }

  private void launch(List<MemorySegment> memory, long rows) {
    Kernel built = SharedContext.kernel(kernel.source(), kernel.kernel());
    List<Buffer> buffers = new ArrayList<>();
    try {
      for (MemorySegment column : memory) {
        buffers.add(
            SharedContext.context()
                .buffer(Set.of(MemoryFlag.USE_HOST_PTR), column.byteSize(), column));
      }
      RunResult unused = built.with(buffers.toArray()).run(NDRange.of(rows));
    } finally {
      buffers.forEach(Buffer::close);
    }
  }

  private Row row(Row given, List<MemorySegment> memory, int index, int outputs) {
    @Nullable Object[] values = new @Nullable Object[given.size() + outputs];
    for (int i = 0; i < given.size(); i++) {
      values[i] = given.get(i);
    }
    for (int i = 0; i < memory.size(); i++) {
      KernelColumns.Column column = kernel.columns().get(i);
      if (column.isOutput()) {
        values[given.size() + column.index()] = column.type().get(memory.get(i), index);
      }
    }
    return RowFactory.create(values);
  }
}
