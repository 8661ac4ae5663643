/** The states of the demo. `seeding` is also the state before the first command starts. */
export const DEMO_STATES = ['seeding', 'ready', 'resetting', 'resizing', 'failed'] as const;
export type DemoState = (typeof DEMO_STATES)[number];

/** The commands. The first start runs `seed`. */
export const DEMO_JOB_KINDS = ['seed', 'reset', 'resize'] as const;
export type DemoJobKind = (typeof DEMO_JOB_KINDS)[number];

/**
 * The phases of a command, in their order. The plan is complete from `planned` on. Only a reset has the phase
 * `clearing`, which deletes the catalog and what users created. `removing` deletes the files that are not in the new
 * plan, `writing` creates those that are missing, and `scanning` updates the catalog from the files.
 *
 * If a command fails or is interrupted, the next command or start continues it if its plan is complete
 * (`plan_complete`), and otherwise undoes it. An accepted command is in the phase `checking` until it starts. A refused
 * command stays in this phase.
 */
export const DEMO_PHASES = ['checking', 'planning', 'planned', 'clearing', 'removing', 'writing', 'scanning'] as const;
export type DemoPhase = (typeof DEMO_PHASES)[number];

/** The numbers of titles that a command must reach. */
export interface DemoTargets {
  readonly movieCount: number;
  readonly seriesCount: number;
}
