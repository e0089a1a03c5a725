package dev.barnacle.watch.internal.words;

import dev.barnacle.watch.internal.run.fault.CallFault;
import dev.barnacle.watch.internal.run.fault.PipeFault;
import dev.barnacle.watch.internal.run.memory.WatchedObject;

/** Puts into words what built-in functions expect, and were not given. */
final class CallWords {
  private CallWords() {}

  static FaultDescription of(CallFault fault) {
    Record fact = (Record) fault;
    WatchedObject texels = fault instanceof CallFault.ImageChannels f ? f.texels() : null;
    return texels == null ? FaultDescription.of(fact) : whole(fact, texels);
  }

  static FaultDescription of(PipeFault fault) {
    return whole((Record) fault, fault.use().pipe());
  }

  /** Of an object behind whose end the offset is: no texel and no packet is meant. */
  private static FaultDescription whole(Record fact, WatchedObject object) {
    return FaultDescription.of(fact, FaultDescription.Target.whole(object), object.byteSize);
  }
}
