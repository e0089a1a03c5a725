package dev.barnacle.icd.internal.record;

import java.util.List;
import java.util.Locale;

/** The layouts of all records as a header in C, from which {@code records.h} makes structures. */
public final class RecordHeader {
  private RecordHeader() {}

  private static List<RecordLayout> all() {
    return List.of(
        RecordLayout.HEAD,
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
    for (RecordLayout layout : all()) {
      String name = layout.name().toUpperCase(Locale.ROOT);
      text.append("#define ").append(name).append("_FIELDS ").append(layout.text()).append('\n');
      text.append("#define ").append(name).append("_BYTES ").append(layout.bytes()).append('\n');
    }
    return text + Records.constants() + BufferRecord.constants() + KernelRecord.constants();
  }
}
