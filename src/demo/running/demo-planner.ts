import { Inject, Injectable } from '@nestjs/common';
import { DemoRepository } from '../demo.repository';
import { DemoStore } from '../demo.store';
import type { PlannedUnit } from '../planner/planned-unit';
import { ProviderClient, type ProviderRequest } from '../provider/provider-client';
import { planUnits } from '../seeding/plan-stream';
import { demoFailpoint } from './demo-failpoint';
import { DEMO_SETTINGS, type DemoSettings, toTitleCounts } from './demo-settings';
import type { DemoJobKind, DemoTargets } from './demo-state';

const UNITS_PER_WRITE = 25;
/** Part of the budget of requests to the provider: for the lists of titles. */
const BASE_BUDGET = 400;
/** Part of the budget for each title of the plan, which also covers requests for unsuitable titles. */
const BUDGET_PER_TITLE = 6;

/** Creates the plan `next` of a command (`DemoJobKind`). The command changes the files later, by this plan. */
@Injectable()
export class DemoPlanner {
  constructor(
    @Inject(DEMO_SETTINGS) private readonly settings: DemoSettings,
    private readonly store: DemoStore,
    private readonly repository: DemoRepository,
    private readonly provider: ProviderClient,
  ) {}

  /** Plans all libraries and completes the plan. Only a resize keeps units (one per title) of the plan `current`. */
  async plan(kind: DemoJobKind, targets: DemoTargets, signal: AbortSignal): Promise<void> {
    const titleCounts = toTitleCounts(this.settings, targets);
    const total = titleCounts.reduce((sum, titleCount) => sum + titleCount, 0);
    const budget = { remaining: BASE_BUDGET + BUDGET_PER_TITLE * total };
    const currentLibraries = kind === 'resize' ? await this.repository.listLibraries('current') : [];
    await this.store.enterPhase('planning', total);
    let doneCount = 0;
    for (const [index, library] of this.settings.libraries.entries()) {
      const titleCount = titleCounts[index] ?? 0;
      const currentUnits = currentLibraries.find(({ libraryId }) => libraryId === library.libraryId)?.units ?? 0;
      const keptUnits = Math.min(currentUnits, titleCount);
      await this.store.addLibrary(library, index, keptUnits);
      const countBefore = doneCount;
      const report = (units: number): Promise<void> => this.store.setProgress(countBefore + units);
      if (titleCount > keptUnits)
        await this.addUnits(index, { from: keptUnits, to: titleCount }, { budget, signal }, report);
      doneCount += titleCount;
      await this.store.setProgress(doneCount);
    }
    demoFailpoint('planned');
    await this.store.completePlan();
  }

  /**
   * Adds the units of a library at the positions `from` to `to - 1`. Calls `report` with the number of units that the
   * library has so far.
   */
  private async addUnits(
    index: number,
    { from, to }: { readonly from: number; readonly to: number },
    request: ProviderRequest,
    report: (units: number) => Promise<void>,
  ): Promise<void> {
    const { libraries, options } = this.settings;
    const [library, libraryOptions] = [libraries[index], options.libraries[index]];
    if (library === undefined || libraryOptions === undefined) return;
    const knownUnits = await this.repository.getKnownUnits(library.libraryId);
    const seededLibrary = { options: libraryOptions, index, seed: options.seed };
    let position = from;
    let batch: PlannedUnit[] = [];
    const flush = async (): Promise<void> => {
      demoFailpoint('planning');
      await this.store.addUnits(library.libraryId, position, batch);
      position += batch.length;
      batch = [];
      await report(position);
    };
    for await (const unit of planUnits(this.provider, seededLibrary, options, knownUnits, to - from, request)) {
      batch.push(unit);
      if (batch.length >= UNITS_PER_WRITE) await flush();
    }
    if (batch.length > 0) await flush();
  }
}
