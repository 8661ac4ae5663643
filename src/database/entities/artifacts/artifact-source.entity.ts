import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ArtifactEntity } from './artifact.entity';
import { SqlIndex } from '../sql-index.decorator';

const primaryKey = (): { primaryKeyConstraintName: string } => ({
  primaryKeyConstraintName: 'intelligence_artifact_sources_pk',
});

/** A provenance edge: what an artifact was derived from, and in which state that was. */
@Entity('intelligence_artifact_sources')
@ForeignKey(
  () => ArtifactEntity,
  ['partition_id', 'owner_key', 'artifact_id'],
  ['partition_id', 'owner_key', 'artifact_id'],
  { name: 'intelligence_artifact_sources_fk', onDelete: 'CASCADE' },
)
@Check(
  'intelligence_artifact_sources_kind_ck',
  `source_kind IN ('media', 'watch_state', 'artifact', 'run', 'tool_call')`,
)
@SqlIndex(
  'intelligence_artifact_sources_source_ix',
  '(source_partition_id, source_id, created_at DESC, artifact_id DESC)',
)
@SqlIndex(
  'intelligence_artifact_sources_watch_ix',
  `(source_partition_id, source_id, source_owner_key, artifact_id) WHERE source_kind = 'watch_state'`,
)
export class ArtifactSourceEntity {
  @PrimaryColumn('uuid', primaryKey())
  partition_id: string;

  @PrimaryColumn('uuid', primaryKey())
  owner_key: string;

  @PrimaryColumn('uuid', primaryKey())
  artifact_id: string;

  /** The order in which the writer named the sources, from 0. */
  @PrimaryColumn('integer', primaryKey())
  position: number;

  @Column('text')
  source_kind: 'media' | 'watch_state' | 'artifact' | 'run' | 'tool_call';

  /** The library of a medium or of a watch state's item, the partition of an artifact, the owner of a run or tool call. */
  @Column('uuid')
  source_partition_id: string;

  /** The owner key of a source artifact, the user of a watch state; null for other kinds. */
  @Column('uuid', { nullable: true })
  source_owner_key: string | null;

  /** UUID of the medium, of the watch state's item, of the artifact, run or tool call. */
  @Column('uuid')
  source_id: string;

  /** The field of the source that was used, if the writer named one. */
  @Column('text', { nullable: true })
  field: string | null;

  /** Content hash of the source when the edge was written; null where a change of the source does not matter. */
  @Column('text', { nullable: true })
  source_hash: string | null;

  /** When the artifact was created, repeated for the index. */
  @Column({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
