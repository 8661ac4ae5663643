/** The states of the demo. `seeding` is also the state before the first command starts. */
export const DEMO_STATES = ['seeding', 'ready', 'resetting', 'resizing', 'failed'] as const;
export type DemoState = (typeof DEMO_STATES)[number];

/** The commands. The first start runs `seed`. */
export const DEMO_JOB_KINDS = ['seed', 'reset', 'resize'] as const;
export type DemoJobKind = (typeof DEMO_JOB_KINDS)[number];

/**
 * The phases of a command, in their order. If a command fails or is interrupted, the next command or start continues it
 * if its plan was complete (`planned`), and otherwise undoes it. An accepted command is in the phase `checking` until
 * it starts. A refused command stays in this phase.
 */
export const DEMO_PHASES = ['checking', 'planning', 'planned', 'clearing', 'removing', 'writing', 'scanning'] as const;
export type DemoPhase = (typeof DEMO_PHASES)[number];

/** The numbers of titles that a command must reach. */
export interface DemoTargets {
  readonly movieCount: number;
  readonly seriesCount: number;
}
