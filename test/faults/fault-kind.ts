import type { TestedSystem } from './tested-system';

/** Ends a fault. When the promise resolves, the database and the network work again. */
export type EndFault = () => Promise<void> | void;

/** One kind of fault. The files of the folder `kinds` list all kinds. */
export interface FaultKind {
  readonly name: string;
  /** Starts the fault. Throws if the service reacts wrongly. */
  inject(system: TestedSystem): Promise<EndFault> | EndFault;
  /** How long the fault lasts after the checks of health, in milliseconds; default 400. */
  readonly holdMs?: number;
  /** Servers whose readiness must fail while the fault lasts; default: none. */
  readonly unready?: 'all' | 'first';
  /** Whether servers do not answer at all while the fault lasts; default false. */
  readonly isSilent?: boolean;
  /** Whether a server may end because of the fault; default false. */
  readonly mayEnd?: boolean;
  /**
   * Whether an aborted write may be stored after a later write, because a frozen or busy process or network delays
   * it; default false.
   */
  readonly mayBeLate?: boolean;
  /** Whether the suite injects the fault even if neither `FAULT_ROUNDS` nor `FAULT_KINDS` is set; default false. */
  readonly isQuick?: boolean;
  /** Whether a round injects the fault only once, because it takes long; default false. */
  readonly isSlow?: boolean;
  /** Returns why this machine cannot inject the fault; null if it can. */
  whyImpossible?(system: TestedSystem): string | null;
}
