import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file of the manifest: one that the demo has made or is about to make. */
@Entity({ name: 'files', schema: 'demo' })
export class DemoFileEntity {
  /** Relative to the root of the demo, so that it begins with the folder of the library, which has the library's name. */
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'files_pkey' })
  path: string;

  /** UTF-8 bytes; 0 for placeholders. */
  @Column('integer')
  size_bytes: number;

  /** SHA-256 of the content in hex; null for placeholders. */
  @Column('text', { nullable: true })
  sha256: string | null;

  /** The file is being made: it may be absent, empty or incomplete. */
  @Column('boolean')
  pending: boolean;

  /** The command under way removes the file. */
  @Column('boolean', { default: false })
  doomed: boolean;
}
