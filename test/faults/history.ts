/** The history of all writes to registers, and the check of reads against it. */

/** The outcome of a write as its client knows it: stored, not stored, or unknown. */
export type Outcome = 'confirmed' | 'refused' | 'unknown';

/** A write of a register. Each value of a register is written once, and by one writer. */
interface Write {
  readonly value: number;
  readonly outcome: Outcome;
}

/**
 * Result of the check of a value that was read:
 * - `stale`: the value was confirmed before the last confirmed value, or was never written, or is missing although a
 *   write was confirmed;
 * - `refused`: the write of the value was refused;
 * - `late`: the write of the value has an unknown outcome, and a write that was sent later was confirmed;
 * - `fine`: the value is allowed.
 */
export type Verdict = 'fine' | 'stale' | 'refused' | 'late';

/** Records the writes of registers and checks reads. */
export class History {
  private readonly registers = new Map<string, Write[]>();
  private readonly totals: Record<Outcome, number> = { confirmed: 0, refused: 0, unknown: 0 };

  /** Records a write. Call it for the writes of a register in the order of sending. */
  note(register: string, value: number, outcome: Outcome): void {
    const writes = this.registers.get(register) ?? [];
    this.registers.set(register, writes);
    writes.push({ value, outcome });
    this.totals[outcome] += 1;
  }

  /**
   * Checks a value that was read while no write of the register was in progress; null means that the register has no
   * value.
   */
  judge(register: string, read: number | null): Verdict {
    const writes = this.registers.get(register) ?? [];
    const last = writes.findLastIndex(({ outcome }) => outcome === 'confirmed');
    const index = writes.findIndex(({ value }) => value === read);
    const write = writes[index];
    if (write === undefined) return last === -1 && read === null ? 'fine' : 'stale';
    if (write.outcome === 'refused') return 'refused';
    if (index >= last) return 'fine';
    return write.outcome === 'unknown' ? 'late' : 'stale';
  }

  /**
   * Replaces all writes of a register with one confirmed write of a value that a read returned. Later reads must then
   * return this value or a later one. Null changes nothing.
   */
  settle(register: string, value: number | null): void {
    if (value === null) return;
    this.registers.set(register, [{ value, outcome: 'confirmed' }]);
  }

  /** Values of a log that were confirmed. A log keeps all values (`registers.ts`). */
  confirmed(register: string): number[] {
    return this.valuesOf(register, 'confirmed');
  }

  /** Values of a log that were refused. */
  refused(register: string): number[] {
    return this.valuesOf(register, 'refused');
  }

  get counts(): Readonly<Record<Outcome, number>> {
    return { ...this.totals };
  }

  private valuesOf(register: string, wanted: Outcome): number[] {
    const writes = this.registers.get(register) ?? [];
    return writes.filter(({ outcome }) => outcome === wanted).map(({ value }) => value);
  }
}
