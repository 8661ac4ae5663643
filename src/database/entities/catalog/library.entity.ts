import { Check, Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

export type LibraryKind = 'movies' | 'series';

/** A library of the catalog. Each item belongs to one library, and users have access per library. */
@Entity('libraries')
@Check('libraries_kind_ck', `library_kind IN ('movies', 'series')`)
export class LibraryEntity {
  @PrimaryColumn('uuid')
  library_id: string;

  @Column('text')
  name: string;

  @Column('text')
  library_kind: LibraryKind;

  /** Grows with each change of the library. Raised and committed under the lock of the library. */
  @Column('bigint', { default: 0 })
  revision: string;

  /** A random UUID that each change of the library's facet counts replaces; '' before the first change. */
  @Column('text', { default: '' })
  facet_version: string;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at: Date;
}
