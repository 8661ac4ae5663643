import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An entry of the manifest: a file that the demo has created or is about to create. */
@Entity({ name: 'files', schema: 'demo' })
export class DemoFileEntity {
  /** Path relative to the root of the demo, with `/` as the separator. It begins with the name of the library. */
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'files_pkey' })
  path: string;

  /** Size in bytes; 0 for placeholders, which are empty video files. */
  @Column('integer')
  size_bytes: number;

  /** SHA-256 of the content in hex; null for placeholders. */
  @Column('text', { nullable: true })
  sha256: string | null;

  /** True until a command has written all files of the manifest. Until then, the file may be absent or incomplete. */
  @Column('boolean')
  pending: boolean;

  /** Whether the current command deletes the file. */
  @Column('boolean', { default: false })
  doomed: boolean;
}
