package dev.barnacle.llvm.jit;

import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.link.ObjectImage;
import dev.barnacle.llvm.link.UndefinedSymbolsException;
import java.util.Map;
import java.util.function.ToLongFunction;

/** An object that {@link ObjectImage} has linked, in memory of its own. */
final class ImageCode implements LinkedCode {
  private final String name;
  private final CodeMemory memory;
  private final Map<String, Long> exports;

  /**
   * Links an object.
   *
   * @param outside finds what it does not define
   * @throws LlvmException if something is not to be found, or there is no memory
   */
  ImageCode(String name, ObjectImage image, ToLongFunction<String> outside) {
    this.name = name;
    this.exports = image.exports();
    this.memory = CodeMemory.reserve(image.byteSize());
    boolean complete = false;
    try {
      memory.fill(image.link(memory.address(), outside), image.codeBytes());
      complete = true;
    } catch (UndefinedSymbolsException e) {
      throw new LlvmException("linking " + name + ": " + e.getMessage(), e);
    } finally {
      if (!complete) {
        memory.free();
      }
    }
  }

  @Override
  public long address(String symbol) {
    Long offset = exports.get(symbol);
    if (offset == null) {
      throw new LlvmException("finding " + symbol + " in " + name + ": nobody defines it");
    }
    return memory.address() + offset;
  }

  @Override
  public void free() {
    memory.free();
  }
}
