package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Lanes;
import dev.barnacle.explore.internal.kernel.item.Place;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.explore.internal.program.ThreadMaker;
import dev.barnacle.ir.WorkItemQuery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts that are known of a work-item before it runs.
 *
 * @param objects the memory objects, by their numbers
 * @param drops whether executions are left out in which an assumption is false
 */
record KnownPlace(Place place, List<MemoryObject> objects, boolean drops)
    implements ThreadMaker.Launched {
  @Override
  public long query(WorkItemQuery.Kind kind, int dimension) {
    return place.range().of(kind, dimension);
  }

  @Override
  public @Nullable Long constant(long address, int bytes) {
    int number = Address.object(address);
    long offset = Address.offset(address);
    if (number < 1 || number > objects.size()) {
      return null;
    }
    MemoryObject object = objects.get(number - 1);
    return object.constant() && offset >= 0 && offset + bytes <= object.size()
        ? (Long) Lanes.number(object.initial(), (int) offset, bytes)
        : null;
  }
}
