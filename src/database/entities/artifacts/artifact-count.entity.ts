import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../accounts/user.entity';

const primaryKey = (): { primaryKeyConstraintName: string } => ({
  primaryKeyConstraintName: 'intelligence_artifact_counts_pk',
});

/** How many active artifacts a partition holds of one owner, spread over slots so that writers rarely meet. */
@Entity('intelligence_artifact_counts')
@ForeignKey(() => UserEntity, ['owner_user_id'], ['user_id'], {
  name: 'intelligence_artifact_counts_owner_fk',
  onDelete: 'CASCADE',
})
@Check('intelligence_artifact_counts_active_ck', 'active_count >= 0')
@Index('intelligence_artifact_counts_owner_ix', ['owner_user_id'], { where: 'owner_user_id IS NOT NULL' })
export class ArtifactCountEntity {
  @PrimaryColumn('uuid', primaryKey())
  partition_id: string;

  @PrimaryColumn('uuid', primaryKey())
  owner_key: string;

  /** Decided by the artifact's id, so that an artifact leaves the slot it entered. */
  @PrimaryColumn('smallint', primaryKey())
  slot: number;

  @Column('uuid', { nullable: true })
  owner_user_id: string | null;

  @Column('integer')
  active_count: number;
}
