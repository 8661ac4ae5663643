import { getMetadataArgsStorage } from 'typeorm';
import type { CopyColumns } from '../copy/copy-format';

/** A row of an entity's table without some of its columns, as code that writes rows sees it. */
export type RowOf<Entity, Without extends keyof Entity = never> = {
  readonly [Column in Exclude<keyof Entity, Without>]: Entity[Column] extends (infer Element)[]
    ? readonly Element[]
    : Entity[Column];
};

/**
 * The columns of an entity with their SQL types, in the order in which the entity declares them, without those that
 * `without` names. Statements and COPY take their column lists from here. Throws for a column without a type.
 */
export function columnsOf<Entity extends object, Without extends keyof Entity & string = never>(
  entity: new () => Entity,
  without: readonly Without[] = [],
): CopyColumns<Omit<Entity, Without>> {
  const left = new Set<string>(without);
  const columns = getMetadataArgsStorage()
    .columns.filter(({ target, propertyName }) => target === entity && !left.has(propertyName))
    .map(({ propertyName, options: { type, array } }) => {
      if (typeof type !== 'string') throw new Error(`${entity.name}.${propertyName} needs a type`);
      return [propertyName, array === true ? `${type}[]` : type];
    });
  return Object.fromEntries(columns) as CopyColumns<Omit<Entity, Without>>;
}

/** What stands in a column that a row leaves out: an empty array, the column's constant default, or null. */
export function defaultsOf(entity: new () => object): Readonly<Record<string, unknown>> {
  const columns = getMetadataArgsStorage().columns.filter(({ target }) => target === entity);
  const absent = columns.map(({ propertyName, options: { array, default: value } }): [string, unknown] => {
    if (array === true) return [propertyName, []];
    return [propertyName, typeof value === 'function' ? null : (value ?? null)];
  });
  return Object.fromEntries(absent);
}
