import type { FaultWorld } from './fault-world';

/** Ends a fault: whatever it stopped runs again when the promise resolves. */
export type Heal = () => Promise<void> | void;

/** One kind of fault. Add it to the table of its file to have it injected. */
export interface FaultKind {
  readonly name: string;
  /** Begins the fault. Throws if the service reacts wrongly. */
  inject(world: FaultWorld): Promise<Heal> | Heal;
  /** Milliseconds for which the fault lasts; default: until some writes were answered or given up. */
  readonly holdMs?: number;
  /** Servers whose readiness must fail while the fault lasts; default: none. */
  readonly unready?: 'all' | 'first';
  /** Whether servers do not answer at all while the fault lasts; default false. */
  readonly isSilent?: boolean;
  /** Whether a server may end because of the fault; default false. */
  readonly mayEnd?: boolean;
  /**
   * Whether a write that the client gave up may be stored after a later one: a process or network that is frozen, or
   * that is too busy to read, still holds it.
   * Default false.
   */
  readonly mayBeLate?: boolean;
  /** Whether the short form injects it, too; default false. */
  readonly isQuick?: boolean;
  /** Whether a round injects it only once, because it takes long; default false. */
  readonly isSlow?: boolean;
  /** Why it cannot be injected on this machine; null if it can. */
  absent?(world: FaultWorld): string | null;
}
