import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../accounts/user.entity';

/**
 * Number of active artifacts of one owner in one partition. It is split into slots, so that two writers rarely wait for
 * the same row.
 */
@Entity('intelligence_artifact_counts')
@ForeignKey(() => UserEntity, ['owner_user_id'], ['user_id'], {
  name: 'intelligence_artifact_counts_owner_fk',
  onDelete: 'CASCADE',
})
@Check('intelligence_artifact_counts_active_ck', 'active_count >= 0')
@Index('intelligence_artifact_counts_owner_ix', ['owner_user_id'], { where: 'owner_user_id IS NOT NULL' })
export class ArtifactCountEntity {
  /** Id of the library; the owner key if the artifacts have no library. */
  @PrimaryColumn('uuid')
  partition_id: string;

  /** The owner; the nil UUID for global artifacts. */
  @PrimaryColumn('uuid')
  owner_key: string;

  /** Derived from the artifact's id, so that all changes of an artifact's status update the same slot. */
  @PrimaryColumn('smallint')
  slot: number;

  /** Null for global artifacts. */
  @Column('uuid', { nullable: true })
  owner_user_id: string | null;

  @Column('integer')
  active_count: number;
}
