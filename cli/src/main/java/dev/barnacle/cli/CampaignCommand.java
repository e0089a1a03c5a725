package dev.barnacle.cli;

import dev.barnacle.cli.internal.campaign.CampaignOptions;
import dev.barnacle.cli.internal.campaign.CampaignRun;
import dev.barnacle.cli.internal.campaign.Starter;
import dev.barnacle.cli.internal.report.ReportOptions;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.DeclaredOption;
import java.util.ArrayList;
import java.util.List;

/** {@code barnacle campaign}: many independent tasks with one report. */
final class CampaignCommand extends Command {
  private final CampaignOptions campaign = new CampaignOptions();
  private final ReportOptions report = new ReportOptions();

  CampaignCommand() {
    super(
        "barnacle campaign",
        "Do many independent tasks in worker processes, and tell what came of all.",
        "A plan names them: checks, explorations, litmus tests, random kernels, comparisons of",
        "engines, programs. Of a folder, each program and launch file is checked.");
  }

  @Override
  public List<DeclaredOption> options() {
    List<DeclaredOption> options = new ArrayList<>(campaign.options());
    options.addAll(report.options());
    return options;
  }

  @Override
  public int run(Invocation invocation) {
    return new CampaignRun(
            campaign,
            report,
            invocation.arguments(),
            Starter.jvm(CampaignWorker.class.getName()),
            Starter.jvm(Main.class.getName()),
            invocation.out(),
            invocation.err())
        .run(Boolean.getBoolean(LitmusCommand.TERMINAL));
  }
}
