/** Collects the parts of an answer that packing may leave out, and rebuilds the answer without some of these parts. */
import type { IntelligencePage } from '../dto/page.dto';
import { canShortenPage, shortenPage } from '../paging/paging';
import type { BoundedClass } from '../response-bounds/field-metadata';
import { type PackedCategory, packedFieldsOf, type PackedField, type Remainder } from './packed.decorator';
import type { Counts, PackingUnits, Unit } from './packing-units';

/**
 * A part of an answer that can be rebuilt without the first `omitted` units. `rebuild` counts in `shown` what stays of
 * each category, including list elements that are not units.
 */
interface Part {
  rebuild(omitted: number, shown: Counts): unknown;
}

/** An object of a class with packed fields. Never changes the object, but copies it. */
export class ObjectPart implements Part {
  private readonly parts: { readonly name: string; readonly part: Part; readonly remainder: Remainder | null }[];
  /** The page block of the rows below this object; null if there is none, or it cannot be shortened. */
  private readonly page: IntelligencePage | null;
  /** Number of rows below this object; set by the first `rebuild`, which leaves nothing out. */
  private rows = 0;

  /**
   * `keepsRows`: true if no page block above this object can be shortened. All rows below this object then stay, unless
   * its own page block can be shortened.
   */
  constructor(
    private readonly value: Readonly<Record<string, unknown>>,
    type: BoundedClass,
    units: PackingUnits,
    options: { readonly keepsRows: boolean } = { keepsRows: true },
  ) {
    const page = value['page'] as IntelligencePage | undefined;
    this.page = page !== undefined && canShortenPage(page) ? page : null;
    const innerOptions = this.page === null ? options : { keepsRows: false };
    this.parts = packedFieldsOf(type).flatMap((field) => {
      const part = toPart(value[field.name], field, units, innerOptions);
      const remainder = field.kind === 'list' ? field.remainder : null;
      return part === null ? [] : [{ name: field.name, part, remainder }];
    });
  }

  rebuild(omitted: number, shown: Counts): Record<string, unknown> {
    const copy: Record<string, unknown> = { ...this.value };
    const rowsBefore = shown.rows;
    for (const { name, part, remainder } of this.parts) {
      const rebuilt = part.rebuild(omitted, shown);
      copy[name] = rebuilt;
      if (remainder === null) continue;
      const omittedElements = (this.value[name] as Record<string, number>[]).slice((rebuilt as unknown[]).length);
      copy[remainder.sumField] = omittedElements.reduce(
        (sum, element) => sum + Number(element[remainder.countField]),
        Number(copy[remainder.sumField]),
      );
    }
    if (this.page !== null) this.shorten(copy, this.page, shown.rows - rowsBefore);
    return copy;
  }

  private shorten(copy: Record<string, unknown>, page: IntelligencePage, rows: number): void {
    if (rows < this.rows) copy['page'] = shortenPage(page, rows);
    else this.rows = rows;
  }
}

/** A list. Elements without a unit stay. */
class ListPart implements Part {
  constructor(
    private readonly category: PackedCategory | null,
    private readonly elements: readonly {
      readonly value: unknown;
      readonly part: Part | null;
      readonly unit: Unit | null;
    }[],
  ) {}

  rebuild(omitted: number, shown: Counts): unknown[] {
    const keptElements: unknown[] = [];
    for (const { value, part, unit } of this.elements) {
      // A list is shortened from its end, so all elements after this one are left out, too.
      if (unit !== null && unit.rank < omitted) break;
      if (this.category !== null) shown[this.category] += 1;
      keptElements.push(part === null ? value : part.rebuild(omitted, shown));
    }
    return keptElements;
  }
}

/** A summary, whose text can be left out. */
class SummaryPart implements Part {
  constructor(
    private readonly value: object,
    private readonly category: PackedCategory,
    private readonly unit: Unit,
  ) {}

  rebuild(omitted: number, shown: Counts): unknown {
    if (this.unit.rank < omitted) return { ...this.value, text: '', truncated: true };
    shown[this.category] += 1;
    return this.value;
  }
}

function toPart(value: unknown, field: PackedField, units: PackingUnits, options: { keepsRows: boolean }): Part | null {
  if (typeof value !== 'object' || value === null) return null;
  const type = field.of?.() ?? null;
  const toObjectPart = (element: unknown): Part | null =>
    type === null || typeof element !== 'object' || element === null || packedFieldsOf(type).length === 0
      ? null
      : new ObjectPart(element as Record<string, unknown>, type, units, options);
  if (field.kind === 'summary') {
    const isEmpty = (value as { text?: unknown }).text === '';
    return isEmpty ? null : new SummaryPart(value, field.category, units.add(field.category));
  }
  if (!Array.isArray(value)) return toObjectPart(value);
  const category = field.kind === 'list' ? field.category : null;
  // The first row of a page always stays, and all rows if no page block can be shortened.
  const firstUnit = category === 'rows' ? (options.keepsRows ? Infinity : 1) : 0;
  const elements = (value as unknown[]).map((element, index) => {
    const unit = category === null || index < firstUnit ? null : units.add(category);
    return { value: element, unit, part: toObjectPart(element) };
  });
  return new ListPart(category, elements);
}
