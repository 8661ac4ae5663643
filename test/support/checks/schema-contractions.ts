/** Finds changes of a migration that break a server of the previous release. */
import type { DataSource } from 'typeorm';

interface ColumnRow {
  readonly relation: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** Whether the column has a default or is an identity column. */
  readonly filled: boolean;
}

interface RuleRow {
  readonly relation: string;
  readonly name: string;
  readonly definition: string;
  readonly columns: readonly string[];
  readonly kind: 'constraint' | 'unique index' | 'index' | 'trigger';
}

/** The parts of a schema that servers use. */
export interface Schema {
  /** By relation and name. */
  readonly columns: ReadonlyMap<string, ColumnRow>;
  /** By kind, relation and name, because a constraint, an index and a trigger of a table may have the same name. */
  readonly rules: ReadonlyMap<string, RuleRow>;
}

const COLUMNS_SQL = `
SELECT c.relname AS relation, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
       a.atthasdef OR a.attidentity <> '' AS filled
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'v', 'p')
 WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
   AND c.relname <> 'schema_migrations'`;

const namesSql = (numbers: string, relation: string): string =>
  `ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = ${relation} AND attnum = ANY (${numbers}))`;

const RULES_SQL = `
SELECT conrelid::regclass::text AS relation, conname AS name, pg_get_constraintdef(oid) AS definition,
       ${namesSql('conkey', 'conrelid')} AS columns, 'constraint' AS kind
  FROM pg_constraint
 WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'p', 'u', 'x') AND conrelid <> 0
 UNION ALL
SELECT i.indrelid::regclass::text, c.relname, pg_get_indexdef(i.indexrelid), ${namesSql('i.indkey::smallint[]', 'i.indrelid')},
       CASE WHEN i.indisunique THEN 'unique index' ELSE 'index' END
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
 WHERE c.relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)
 UNION ALL
SELECT t.tgrelid::regclass::text, t.tgname, pg_get_triggerdef(t.oid), '{}', 'trigger'
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
 WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal`;

/** Reads the schema of a database. */
export async function readSchema(dataSource: DataSource): Promise<Schema> {
  const columns: ColumnRow[] = await dataSource.query(COLUMNS_SQL);
  const rules: RuleRow[] = await dataSource.query(RULES_SQL);
  return {
    columns: new Map(columns.map((column) => [`${column.relation}.${column.name}`, column])),
    rules: new Map(rules.map((rule) => [`${rule.kind} ${rule.relation}.${rule.name}`, rule])),
  };
}

/**
 * Returns the changes from `before` to `after` that can break a server that uses `before`:
 * - columns that were removed or have another type;
 * - columns that are now NOT NULL, and columns that an INSERT must now fill;
 * - constraints, indexes and triggers that were changed or removed;
 * - new constraints, unique indexes and triggers of existing columns or tables.
 */
export function findContractions(before: Schema, after: Schema): string[] {
  return [...columnContractions(before, after), ...ruleContractions(before, after)];
}

function columnContractions(before: Schema, after: Schema): string[] {
  const relations = new Set([...before.columns.values()].map(({ relation }) => relation));
  const changesOfOldColumns = [...before.columns].flatMap(([name, old]) => {
    const now = after.columns.get(name);
    if (now === undefined) return [`column ${name} is gone`];
    if (now.type !== old.type) return [`column ${name} has another type`];
    if (now.required && !old.required) return [`column ${name} must not be null`];
    return old.filled && !now.filled && now.required ? [`column ${name} has no default`] : [];
  });
  const newRequiredColumns = [...after.columns].filter(
    ([name, { relation, required, filled }]) =>
      !before.columns.has(name) && relations.has(relation) && required && !filled,
  );
  return [...changesOfOldColumns, ...newRequiredColumns.map(([name]) => `new column ${name} must be given`)];
}

function ruleContractions(before: Schema, after: Schema): string[] {
  const removedRules = [...before.rules].filter(([name]) => !after.rules.has(name));
  const newOrChangedRules = [...after.rules].filter(([name, rule]) => {
    const old = before.rules.get(name);
    if (old !== undefined) return old.definition !== rule.definition;
    if (rule.kind === 'index') return false;
    const isOld = (column: string): boolean => before.columns.has(`${rule.relation}.${column}`);
    const isOldTable = [...before.columns.values()].some(({ relation }) => relation === rule.relation);
    return rule.columns.some(isOld) || (isOldTable && rule.columns.length === 0);
  });
  return [
    ...removedRules.map(([name]) => `${name} is gone`),
    ...newOrChangedRules.map(([name]) => `${name} is new or changed`),
  ];
}
