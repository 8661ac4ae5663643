import type { DiagnosticCode } from './diagnostics';

export interface Diagnostic {
  readonly code: DiagnosticCode;
  /**
   * Relative to the library root (`.` for the root), with `/` as separator, and safe to print. If the catalog refused
   * to remove an item, this is the media id instead.
   */
  readonly path: string;
}

/** Maximum number of diagnostics per code that are stored. Further ones are only counted. */
const FINDINGS_PER_CODE = 100;

/** Collects the diagnostics of a scan in bounded memory. */
export class DiagnosticLog {
  /** The first diagnostics of each code, with their paths. */
  readonly findings: Diagnostic[] = [];
  private readonly counts = new Map<DiagnosticCode, number>();

  /** Adds a diagnostic. An empty `path` is the library root. */
  add(code: DiagnosticCode, path: string): void {
    const count = (this.counts.get(code) ?? 0) + 1;
    this.counts.set(code, count);
    if (count <= FINDINGS_PER_CODE) this.findings.push({ code, path: toPrintablePath(path) || '.' });
  }

  /** Number of diagnostics by code. */
  get totals(): Readonly<Partial<Record<DiagnosticCode, number>>> {
    return Object.fromEntries(this.counts);
  }
}

/**
 * Characters that a terminal or a log viewer would interpret or could not show. Joiners, which names in some scripts
 * need, are not among them.
 */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Replaces each unprintable character by U+FFFD. */
export function toPrintablePath(path: string): string {
  return path.replace(UNPRINTABLE, '\uFFFD');
}
