import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ArtifactEntity } from './artifact.entity';

/** The raw content of an artifact. No statement reads it, and no response contains it. */
@Entity('intelligence_artifact_contents')
@ForeignKey(
  () => ArtifactEntity,
  ['partition_id', 'owner_key', 'artifact_id'],
  ['partition_id', 'owner_key', 'artifact_id'],
  { name: 'intelligence_artifact_contents_fk', onDelete: 'CASCADE' },
)
export class ArtifactContentEntity {
  @PrimaryColumn('uuid')
  partition_id: string;

  @PrimaryColumn('uuid')
  owner_key: string;

  @PrimaryColumn('uuid')
  artifact_id: string;

  @Column('jsonb')
  content: object;

  /** Size of the content as JSON, in bytes. */
  @Column('integer')
  content_bytes: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
