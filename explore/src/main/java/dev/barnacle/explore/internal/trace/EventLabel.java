package dev.barnacle.explore.internal.trace;

import dev.barnacle.model.Event;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import java.util.ArrayList;
import java.util.List;

/** Writes what an event does: {@code RMW(x,ar,dv)=0→1}. */
public final class EventLabel {
  private final Trace trace;

  public EventLabel(Trace trace) {
    this.trace = trace;
  }

  public String of(int e) {
    Event event = trace.execution.event(e);
    StringBuilder out = new StringBuilder();
    switch (event.kind()) {
      case INIT -> out.append('I');
      case READ -> out.append('R');
      case WRITE -> out.append('W');
      case RMW -> out.append("RMW");
      case FENCE -> out.append('F');
      case ENTRY_FENCE -> out.append("entryF");
      case EXIT_FENCE -> out.append("exitF");
    }
    List<String> parts = new ArrayList<>();
    if (event.location() >= 0) {
      parts.add(trace.name(event.location()));
    } else if (event.global() || event.local()) {
      parts.add((event.global() ? "G" : "") + (event.local() ? "L" : ""));
    }
    if (event.order() != MemoryOrder.NONE) {
      parts.add(abbreviation(event.order()));
    } else if (event.location() >= 0 && event.thread() >= 0) {
      parts.add("na");
    }
    if (trace.scoped() && event.scope() != MemoryScope.NONE && event.thread() >= 0) {
      parts.add(abbreviation(event.scope()));
    }
    out.append('(').append(String.join(",", parts)).append(')');
    if (event.isRead() && event.isWrite()) {
      out.append('=').append(trace.show(trace.read[e]));
      out.append('→').append(trace.show(trace.written[e]));
    } else if (event.isRead()) {
      out.append('=').append(trace.show(trace.read[e]));
    } else if (event.isWrite()) {
      out.append('=').append(trace.show(trace.written[e]));
    }
    return out.toString();
  }

  /** Returns a few letters for an order. */
  public static String abbreviation(MemoryOrder order) {
    return switch (order) {
      case NONE -> "na";
      case RELAXED -> "rlx";
      case CONSUME -> "con";
      case ACQUIRE -> "acq";
      case RELEASE -> "rel";
      case ACQ_REL -> "ar";
      case SEQ_CST -> "sc";
    };
  }

  /** Returns a few letters for a scope. */
  public static String abbreviation(MemoryScope scope) {
    return switch (scope) {
      case NONE -> "";
      case WORK_ITEM -> "wi";
      case SUB_GROUP -> "sg";
      case WORK_GROUP -> "wg";
      case DEVICE -> "dv";
      case ALL_SVM_DEVICES -> "all";
    };
  }
}
