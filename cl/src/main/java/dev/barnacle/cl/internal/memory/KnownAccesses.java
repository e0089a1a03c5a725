package dev.barnacle.cl.internal.memory;

import dev.barnacle.cl.internal.memory.AccessedRanges.Place;
import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.command.CommandWatch;
import dev.barnacle.watch.command.Ranges;
import java.util.function.Supplier;

/**
 * The accesses of commands other than kernels. These are no lambdas: an AOT cache does not keep the
 * lambdas of an interface, and every launch asks for one.
 */
final class KnownAccesses {
  static final AccessedRanges NONE = new None();

  private KnownAccesses() {}

  record None() implements AccessedRanges {
    @Override
    public void tell(CommandWatch watch, CommandNode node) {}
  }

  record Copy(Supplier<Place> from, Supplier<Place> to) implements AccessedRanges {
    @Override
    public void tell(CommandWatch watch, CommandNode node) {
      Place source = from.get();
      Place target = to.get();
      source.tell(watch, node, false);
      target.tell(watch, node, true);
      CommandWatch.changes(node, unset -> unset.copied(source.bytes(), target.bytes()));
    }
  }

  record Write(Supplier<Place> to) implements AccessedRanges {
    @Override
    public void tell(CommandWatch watch, CommandNode node) {
      Place target = to.get();
      target.tell(watch, node, true);
      CommandWatch.changes(node, unset -> unset.written(target.bytes()));
    }
  }

  record Map(boolean writes, Supplier<Place> memory) implements AccessedRanges {
    @Override
    public void tell(CommandWatch watch, CommandNode node) {
      Ranges bytes = memory.get().bytes();
      watch.maps(node, writes, bytes);
      if (writes) {
        CommandWatch.changes(node, unset -> unset.written(bytes));
      }
    }
  }

  record Unmap(long address) implements AccessedRanges {
    @Override
    public void tell(CommandWatch watch, CommandNode node) {
      watch.unmaps(node, address);
    }
  }
}
