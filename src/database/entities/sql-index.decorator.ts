import { type EntityMetadata, Index } from 'typeorm';

const DEFINITIONS = new Map<unknown, Map<string, string>>();

/**
 * Declares an index that the options of `@Index` cannot express, for example with descending columns, expressions or
 * storage parameters. `definition` is the text after `CREATE INDEX name ON table` in the migration. TypeORM ignores the
 * index; the schema test compares it with the database.
 */
export function SqlIndex(name: string, definition: string): ClassDecorator {
  return (target) => {
    Index(name, { synchronize: false })(target);
    const definitions = DEFINITIONS.get(target) ?? new Map<string, string>();
    DEFINITIONS.set(target, definitions.set(name, definition));
  };
}

/** The statements that create the `@SqlIndex` indexes of one table. */
export function sqlIndexStatements({ target, tableName }: EntityMetadata): string[] {
  const definitions = DEFINITIONS.get(target) ?? new Map<string, string>();
  return Array.from(definitions, ([name, definition]) => `CREATE INDEX ${name} ON ${tableName} ${definition}`);
}
