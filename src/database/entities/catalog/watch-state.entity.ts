import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { MediaItemEntity } from './media-item.entity';
import { UserEntity } from '../accounts/user.entity';
import { oneOf } from '../one-of';

export const WATCH_STATES = ['unwatched', 'in_progress', 'completed'] as const;

/** The watch state of one user for one movie or episode. */
@Entity('watch_states')
@Check('watch_states_state_ck', oneOf('state', WATCH_STATES))
@ForeignKey(() => UserEntity, ['user_id'], ['user_id'], { name: 'watch_states_user_fk', onDelete: 'CASCADE' })
@ForeignKey(() => MediaItemEntity, ['library_id', 'media_id'], ['library_id', 'media_id'], {
  name: 'watch_states_media_fk',
  onDelete: 'CASCADE',
})
@Index('watch_states_user_ix', ['user_id', 'media_id'])
@Index('watch_states_last_watched_ix', ['user_id', 'last_watched_at', 'media_id'])
@Index('watch_states_media_ix', ['library_id', 'media_id', 'user_id'])
export class WatchStateEntity {
  @PrimaryColumn('uuid')
  library_id: string;

  @PrimaryColumn('uuid')
  user_id: string;

  @PrimaryColumn('uuid')
  media_id: string;

  @Column('text')
  state: (typeof WATCH_STATES)[number];

  @Column('integer')
  position_seconds: number;

  /** The duration in seconds; 0 if it is unknown. */
  @Column('integer')
  duration_seconds: number;

  /** The value of the setting `WATCHED_THRESHOLD_PERCENT` when the state was written. */
  @Column('integer')
  threshold_percent: number;

  @Column('timestamptz')
  last_watched_at: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at: Date;
}
