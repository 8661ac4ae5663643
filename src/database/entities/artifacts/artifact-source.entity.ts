import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ArtifactEntity } from './artifact.entity';
import { SqlIndex } from '../sql-index.decorator';

/** A provenance edge: a source that an artifact was derived from, with the hash of the source at that time. */
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
  @PrimaryColumn('uuid')
  partition_id: string;

  @PrimaryColumn('uuid')
  owner_key: string;

  @PrimaryColumn('uuid')
  artifact_id: string;

  /** Position of the source in the artifact's list of sources, from 0. */
  @PrimaryColumn('integer')
  position: number;

  @Column('text')
  source_kind: 'media' | 'watch_state' | 'artifact' | 'run' | 'tool_call';

  /** Library of an item or of the item of a watch state; partition of an artifact; owner of a run or tool call. */
  @Column('uuid')
  source_partition_id: string;

  /** Owner key of a source artifact, user of a watch state; null for other kinds. */
  @Column('uuid', { nullable: true })
  source_owner_key: string | null;

  /** UUID of the item, of the watch state's item, of the artifact, of the run or of the tool call. */
  @Column('uuid')
  source_id: string;

  /** The field of the source that was used, if the request gave one. */
  @Column('text', { nullable: true })
  field: string | null;

  /** Hash of the source when the edge was written; null if changes of the source do not make the artifact stale. */
  @Column('text', { nullable: true })
  source_hash: string | null;

  /** The artifact's `created_at`, copied here for the index. */
  @Column({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
