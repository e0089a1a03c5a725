package dev.barnacle.frontend.internal.reader.expand;

import dev.barnacle.ir.Value;
import java.util.List;

/**
 * An integer of 65 to 128 bits as two words of 64 bits. Of a narrower one than 128 bits the rest is
 * zero.
 *
 * @param low its lower word
 * @param high its upper word
 */
public record WideInteger(Value low, Value high) {
  public static WideInteger of(List<Value> parts) {
    return new WideInteger(parts.get(0), parts.get(1));
  }

  public List<Value> parts() {
    return List.of(low, high);
  }
}
