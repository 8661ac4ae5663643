import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/** Creates the tables that hold the result of the last scan, so that the next scan processes only later changes. */
export class ScanState1763700000007 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const STATEMENTS = [
  // The folder that a library was scanned from.
  `CREATE TABLE catalog_scan_roots (
    library_id uuid NOT NULL,
    root text NOT NULL,
    CONSTRAINT catalog_scan_roots_pk PRIMARY KEY (library_id),
    CONSTRAINT catalog_scan_roots_library_fk FOREIGN KEY (library_id)
      REFERENCES libraries (library_id) ON DELETE CASCADE
  )`,
  // A unit is the smallest part of a library that a scan reads again: a folder of films, a series, or the files in the
  // root of a series library. A scan skips a unit whose files still give the same fingerprint. The collation C sorts
  // units by key in the order in which the scanner walks the tree.
  `CREATE TABLE catalog_scan_units (
    library_id uuid NOT NULL,
    unit_key text COLLATE "C" NOT NULL,
    fingerprint text NOT NULL,
    file_count integer NOT NULL,
    scanned_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT catalog_scan_units_pk PRIMARY KEY (library_id, unit_key),
    CONSTRAINT catalog_scan_units_library_fk FOREIGN KEY (library_id)
      REFERENCES libraries (library_id) ON DELETE CASCADE
  )`,
  // The catalog record of each item, with the source of each field. `kind_rank` is lower for parents than for their
  // children, so that parents are imported first.
  `CREATE TABLE catalog_scan_items (
    library_id uuid NOT NULL,
    media_id text NOT NULL,
    unit_key text COLLATE "C" NOT NULL,
    kind_rank smallint NOT NULL,
    available boolean NOT NULL,
    record jsonb NOT NULL,
    record_hash text NOT NULL,
    field_sources jsonb NOT NULL,
    CONSTRAINT catalog_scan_items_pk PRIMARY KEY (library_id, media_id),
    CONSTRAINT catalog_scan_items_library_fk FOREIGN KEY (library_id)
      REFERENCES libraries (library_id) ON DELETE CASCADE
  )`,
  `CREATE INDEX catalog_scan_items_unit_ix ON catalog_scan_items (library_id, unit_key)`,
];
