package dev.barnacle.cli.internal.fix;

import dev.barnacle.watch.Finding;
import java.util.List;

/** Names edits that may make a finding go away; none has been tried. */
interface EditRule {
  /** Returns edits, the more likely ones first; none where the finding is of no kind for it. */
  List<Edit> edits(Finding finding, Code code);
}
