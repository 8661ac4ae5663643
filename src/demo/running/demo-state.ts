/** The states, commands and phases of the demo. */
import type { ScanLibrary } from '../../catalog/scanner/scan-state.store';

/** What the demo is doing. */
export const DEMO_STATES = ['seeding', 'ready', 'resetting', 'resizing', 'failed'] as const;
export type DemoState = (typeof DEMO_STATES)[number];

/** The commands. `seed` is the one of the first start. */
export const DEMO_JOB_KINDS = ['seed', 'reset', 'resize'] as const;
export type DemoJobKind = (typeof DEMO_JOB_KINDS)[number];

/** The phases of a command in their order; up to `planned` it may be taken back, afterwards it is carried out. */
export const DEMO_PHASES = ['checking', 'planning', 'planned', 'clearing', 'removing', 'writing', 'scanning'] as const;
export type DemoPhase = (typeof DEMO_PHASES)[number];

/** A library of a plan; its folder below the demo's root bears its name. */
export type PlannedLibrary = ScanLibrary;

/** What is remembered of a command and its outcome. */
export interface DemoRecord {
  readonly state: DemoState;
  /** Commands that were finished. */
  readonly generation: number;
  /** Of the options that the tree was made with; null before the first seeding is done. */
  readonly optionsHash: string | null;
  readonly planComplete: boolean;
  readonly job: {
    readonly kind: DemoJobKind;
    readonly phase: DemoPhase;
    readonly startedAt: Date;
    readonly done: number;
    readonly total: number;
    readonly error: string | null;
  } | null;
}

/** Numbers of titles. */
export interface DemoTargets {
  readonly movieCount: number;
  readonly seriesCount: number;
}
