package dev.barnacle.explore.internal.kernel.state;

import dev.barnacle.explore.internal.kernel.item.Execution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * New numbers for work-items, such that states that differ in who is who alone get the same: by the
 * content of each, and of each work-group. Where these are the same, the old number decides, so
 * that some states that are alike may still differ.
 */
final class Labels {
  private final int[] items;
  private final int[] labels;

  private Labels(List<Integer> order) {
    items = order.stream().mapToInt(i -> i).toArray();
    labels = new int[items.length];
    for (int i = 0; i < items.length; i++) {
      labels[items[i]] = i;
    }
  }

  /**
   * Numbers work-items.
   *
   * @param contents a hash of what each holds and did
   * @param groups whether work-groups may change places
   * @param members whether work-items of a work-group may
   */
  static Labels of(Execution x, long[] contents, boolean groups, boolean members) {
    List<List<Integer>> all = new ArrayList<>();
    for (int i = 0; i < x.items(); i++) {
      if (i == 0 || x.item(i).place.group() != x.item(i - 1).place.group()) {
        all.add(new ArrayList<>());
      }
      all.getLast().add(i);
    }
    if (members) {
      all.forEach(group -> group.sort(Comparator.comparingLong(i -> contents[i])));
    }
    if (groups) {
      all.sort((a, b) -> compare(x, a, b, contents));
    }
    return new Labels(all.stream().flatMap(List::stream).toList());
  }

  private static int compare(Execution x, List<Integer> a, List<Integer> b, long[] contents) {
    int launches =
        Integer.compare(x.item(a.getFirst()).place.launch(), x.item(b.getFirst()).place.launch());
    int sizes = launches != 0 ? launches : Integer.compare(a.size(), b.size());
    for (int i = 0; sizes == 0 && i < a.size(); i++) {
      sizes = Long.compare(contents[a.get(i)], contents[b.get(i)]);
    }
    return sizes;
  }

  /** Returns the work-item that has a label. */
  int item(int label) {
    return items[label];
  }

  /** Returns the label of a work-item. */
  int label(int item) {
    return labels[item];
  }
}
