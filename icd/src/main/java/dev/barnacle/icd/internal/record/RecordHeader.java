package dev.barnacle.icd.internal.record;

import dev.barnacle.llvm.clang.RecordLayout;
import java.util.List;

/** The layouts of all records as a header in C, from which {@code records.h} makes structures. */
public final class RecordHeader {
  /** The words that all records begin with: what it is of, 0 when that is gone; its context. */
  static final RecordLayout HEAD = new RecordLayout("Record");

  static {
    HEAD.field("long", "kind");
    HEAD.field("long", "context");
  }

  private RecordHeader() {}

  private static List<RecordLayout> all() {
    return List.of(
        HEAD,
        Uses.LAYOUT,
        BufferRecord.LAYOUT,
        KernelRecord.PARAMETER,
        KernelRecord.LAYOUT,
        PlanRecord.KNOWN,
        PlanRecord.BOX,
        PlanRecord.SLOT,
        PlanRecord.LAYOUT,
        QueueRecord.LAYOUT,
        EventRecord.LAYOUT,
        Records.INFO);
  }

  /** Returns the text: for each structure {@code NAME_FIELDS} and {@code NAME_BYTES}. */
  public static String text() {
    StringBuilder text = new StringBuilder();
    all().forEach(layout -> text.append(layout.header()));
    return text + Records.constants() + BufferRecord.constants() + KernelRecord.constants();
  }
}
