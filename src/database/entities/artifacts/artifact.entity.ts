import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { GLOBAL_OWNER } from '../../../common/principal';
import { UserEntity } from '../accounts/user.entity';
import { SqlIndex } from '../sql-index.decorator';

/** An artifact: a stored result about the catalog, such as a summary. Its raw content is in `ArtifactContentEntity`. */
@Entity('intelligence_artifacts')
@Unique('intelligence_artifacts_id_uq', ['artifact_id', 'owner_key'])
@ForeignKey(() => UserEntity, ['owner_user_id'], ['user_id'], {
  name: 'intelligence_artifacts_owner_fk',
  onDelete: 'CASCADE',
})
@ForeignKey(() => UserEntity, ['author_user_id'], ['user_id'], {
  name: 'intelligence_artifacts_author_fk',
  onDelete: 'SET NULL',
})
@Check('intelligence_artifacts_owner_ck', `owner_key = COALESCE(owner_user_id, '${GLOBAL_OWNER}')`)
@Check('intelligence_artifacts_partition_ck', 'partition_id = COALESCE(library_id, owner_key)')
@Check('intelligence_artifacts_media_ck', 'media_id IS NULL OR library_id IS NOT NULL')
@Check(
  'intelligence_artifacts_kind_ck',
  `kind IN ('summary', 'user_note', 'generated_answer', 'recommendation', 'collection', 'analysis', 'audit_record')`,
)
@Check('intelligence_artifacts_status_ck', `status IN ('active', 'stale', 'superseded', 'invalidated')`)
@SqlIndex('intelligence_artifacts_owner_ix', `(owner_key, created_at DESC, artifact_id DESC) WHERE status = 'active'`)
@SqlIndex(
  'intelligence_artifacts_partition_ix',
  `(partition_id, owner_key, created_at DESC, artifact_id DESC) WHERE status = 'active'`,
)
@SqlIndex(
  'intelligence_artifacts_kind_ix',
  `(partition_id, owner_key, kind, created_at DESC, artifact_id DESC) WHERE status = 'active'`,
)
@SqlIndex(
  'intelligence_artifacts_media_ix',
  `(media_id, owner_key, created_at DESC, artifact_id DESC) WHERE status = 'active' AND media_id IS NOT NULL`,
)
@SqlIndex('intelligence_artifacts_run_ix', `(author_user_id, run_id, created_at DESC, artifact_id DESC)`)
@SqlIndex('intelligence_artifacts_search_ix', `USING gin (search_keys) WITH (fastupdate = off) WHERE status = 'active'`)
@Index('intelligence_artifacts_namesake_ix', ['owner_key', 'artifact_id'], { where: 'has_namesake' })
@Index('intelligence_artifacts_owner_user_ix', ['owner_user_id'], { where: 'owner_user_id IS NOT NULL' })
export class ArtifactEntity {
  /** The library or, without one, the owner key. It is the distribution column on a distributed database. */
  @PrimaryColumn('uuid')
  partition_id: string;

  /** Namespace of the id: the owner of a user artifact, or the nil UUID for a global artifact. */
  @PrimaryColumn('uuid')
  owner_key: string;

  @PrimaryColumn('uuid')
  artifact_id: string;

  /** Null for a global artifact. */
  @Column('uuid', { nullable: true })
  owner_user_id: string | null;

  /** The user who wrote the artifact last, and who owns the run in `run_id`; null after this user was deleted. */
  @Column('uuid', { nullable: true })
  author_user_id: string | null;

  @Column('uuid', { nullable: true })
  library_id: string | null;

  @Column('uuid', { nullable: true })
  media_id: string | null;

  @Column('text')
  kind: string;

  @Column('text')
  status: 'active' | 'stale' | 'superseded' | 'invalidated';

  @Column('text')
  title: string;

  @Column('text')
  summary: string;

  @Column('text', { nullable: true })
  producer: string | null;

  @Column('uuid', { nullable: true })
  run_id: string | null;

  @Column('uuid', { nullable: true })
  supersedes_artifact_id: string | null;

  @Column('uuid', { nullable: true })
  superseded_by_artifact_id: string | null;

  @Column('text', { nullable: true })
  invalidation_reason: string | null;

  /**
   * SHA-256 of kind, title, summary, producer and content. If it changes, artifacts derived from this one become stale.
   */
  @Column('text')
  content_hash: string;

  /**
   * SHA-256 of `content_hash` and the references of the request that wrote the artifact. It shows whether a later
   * request has the same content and references.
   */
  @Column('text')
  request_hash: string;

  /** Lexemes of title and summary, each hashed together with the partition and the owner key. */
  @Column('bigint', { array: true, default: () => `'{}'` })
  search_keys: string[];

  /** For a user artifact: whether a global artifact with the same id exists, whatever its status. */
  @Column('boolean', { default: false })
  has_namesake: boolean;

  @Column('integer', { default: 1 })
  revision: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
