package dev.barnacle.cl.loops;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a kernel that is compiled wrongly smaller, as long as it still is. */
final class Reducer {
  /** How many smaller kernels are tried. */
  private static final int TRIES = 600;

  private final Predicate<Node> wrong;
  private int tries;

  /** Reduces to what this holds for; it must not hold for kernels that are not valid. */
  Reducer(Predicate<Node> wrong) {
    this.wrong = wrong;
  }

  Node reduce(Node root) {
    Node smallest = root;
    List<Node> candidates = parts(smallest);
    int since = 0;
    for (int at = 0; since < candidates.size() && tries < TRIES; tries++) {
      Node candidate = candidates.get(at % candidates.size());
      if (wrong.test(candidate)) {
        smallest = candidate;
        candidates = parts(smallest);
        since = 0;
      } else {
        at++;
        since++;
      }
    }
    return smallest;
  }

  /** What a node can become by one step below it. */
  private static List<Node> parts(Node node) {
    List<Node> all = new ArrayList<>();
    for (int k = 0; k < node.parts().size(); k++) {
      Node part = node.parts().get(k);
      for (Node smaller : smaller(part)) {
        all.add(node.with(k, smaller));
      }
    }
    for (int k = 0; k < node.parts().size(); k++) {
      for (Node smaller : parts(node.parts().get(k))) {
        all.add(node.with(k, smaller));
      }
    }
    return all;
  }

  /** What can stand in the place of a node. */
  private static List<Node> smaller(Node node) {
    List<Node> all = new ArrayList<>();
    if (node.isBlock()) {
      for (int k = node.parts().size() - 1; k >= 0; k--) {
        List<Node> fewer = new ArrayList<>(node.parts());
        fewer.remove(k);
        all.add(Node.block(fewer));
      }
    } else if (node.isValue()) {
      node.parts().stream().filter(p -> p.type().equals(node.type())).forEach(all::add);
      if (!isConstant(node)) {
        constants(node, all);
      }
    } else {
      node.parts().stream().filter(Node::isBlock).forEach(all::add);
    }
    return all;
  }

  private static boolean isConstant(Node node) {
    return node.parts().isEmpty() && node.opencl().matches("[(]?([(][a-z]+[)])?[-0-9]+[)]?");
  }

  private static void constants(Node node, List<Node> all) {
    for (Scalar scalar : Scalar.values()) {
      if (scalar.text.equals(node.type())) {
        all.add(Node.value(scalar, "((" + scalar.text + ")0)"));
        all.add(Node.value(scalar, "((" + scalar.text + ")1)"));
      }
    }
  }
}
