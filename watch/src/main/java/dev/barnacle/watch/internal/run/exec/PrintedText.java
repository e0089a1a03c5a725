package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.ir.Printf;
import dev.barnacle.watch.internal.run.fault.AccessFault;
import dev.barnacle.watch.internal.run.memory.Pointers;
import dev.barnacle.watch.internal.run.memory.RawMemory;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import java.util.regex.Pattern;

/** The texts that kernels print with {@code %s}: up to a zero byte, which has to be there. */
final class PrintedText {
  /** A conversion that reads no more characters than it says, so needs no zero byte. */
  private static final Pattern PRECISE = Pattern.compile("%[-+ #0]*\\d*\\.\\d+s");

  private PrintedText() {}

  /** Returns the characters from a pointer up to a zero byte; tells where the object has none. */
  static String of(WorkItem item, long given, int place) {
    long pointer = Memory.resolve(item, given);
    WatchedObject object =
        Pointers.tag(pointer) == Pointers.GLOBAL ? Memory.object(item, pointer) : null;
    if (pointer == 0) {
      return "(null)";
    }
    if (object == null) {
      return "(a pointer that is no string)";
    }
    StringBuilder text = new StringBuilder();
    long at = Pointers.offset(pointer);
    for (; at >= 0 && at < object.byteSize; at++) {
      int character = RawMemory.getByte(object.address + at) & 0xff;
      if (character == 0) {
        return text.toString();
      }
      text.append((char) character);
    }
    if (item.launch.instruction(place) instanceof Printf printf
        && !PRECISE.matcher(printf.format()).find()) {
      long end = at;
      item.faults()
          .add(
              FindingKind.OUT_OF_BOUNDS,
              place,
              () -> new AccessFault.Unterminated(item.access(place, "read"), object, end));
    }
    return text.toString();
  }
}
