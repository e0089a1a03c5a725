package dev.barnacle.ir;

import java.util.AbstractCollection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** The instructions of several blocks, one block after the other: a view that only reads. */
final class BlockInstructions extends AbstractCollection<Instruction> {
  private final List<Block> blocks;

  BlockInstructions(List<Block> blocks) {
    this.blocks = blocks;
  }

  @Override
  public int size() {
    int size = 0;
    for (Block block : blocks) {
      size += block.instructions().size();
    }
    return size;
  }

  @Override
  public Iterator<Instruction> iterator() {
    return new InOrder(blocks.iterator());
  }

  private static final class InOrder implements Iterator<Instruction> {
    private final Iterator<Block> rest;
    private Iterator<Instruction> block = List.<Instruction>of().iterator();

    InOrder(Iterator<Block> rest) {
      this.rest = rest;
    }

    @Override
    public boolean hasNext() {
      while (!block.hasNext() && rest.hasNext()) {
        block = rest.next().instructions().iterator();
      }
      return block.hasNext();
    }

    @Override
    public Instruction next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return block.next();
    }
  }
}
