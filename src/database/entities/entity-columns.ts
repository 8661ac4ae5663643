import { getMetadataArgsStorage } from 'typeorm';
import type { CopyColumns } from '../copy/copy-format';

/** A row with all columns of an entity. Arrays are read-only. */
export type RowOf<Entity> = {
  readonly [Column in keyof Entity]: Entity[Column] extends (infer Element)[] ? readonly Element[] : Entity[Column];
};

/**
 * Returns the columns of an entity with their SQL types, in the order of their declaration, without the columns in
 * `except`. Throws for a column without a type.
 */
export function columnsOf<Entity extends object, Excluded extends keyof Entity & string = never>(
  entity: new () => Entity,
  { except = [] }: { readonly except?: readonly Excluded[] } = {},
): CopyColumns<Omit<Entity, Excluded>> {
  const excluded = new Set<string>(except);
  const columns = getMetadataArgsStorage()
    .columns.filter(({ target, propertyName }) => target === entity && !excluded.has(propertyName))
    .map(({ propertyName, options: { type, array } }) => {
      if (typeof type !== 'string') throw new Error(`The column ${entity.name}.${propertyName} has no SQL type.`);
      return [propertyName, array === true ? `${type}[]` : type];
    });
  return Object.fromEntries(columns) as CopyColumns<Omit<Entity, Excluded>>;
}

/** For each column, returns the value for rows that omit it: an empty array, its constant default, or null. */
export function defaultsOf(entity: new () => object): Readonly<Record<string, unknown>> {
  const columns = getMetadataArgsStorage().columns.filter(({ target }) => target === entity);
  const defaults = columns.map(({ propertyName, options: { array, default: value } }): [string, unknown] => {
    if (array === true) return [propertyName, []];
    return [propertyName, typeof value === 'function' ? null : (value ?? null)];
  });
  return Object.fromEntries(defaults);
}
