import { Check, Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, Unique, UpdateDateColumn } from 'typeorm';

/** An account; made locally or on first sight of an external issuer's token. */
@Entity('users')
@Unique('users_username_key_uq', ['username_key'])
@Unique('users_external_uq', ['issuer', 'subject'])
@Check('users_role_ck', `role IN ('admin', 'user')`)
@Check('users_external_ck', '(issuer IS NULL) = (subject IS NULL)')
export class UserEntity {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'users_pk' })
  user_id: string;

  @Column('text')
  username: string;

  /** The name case-folded: what must be unique. */
  @Column('text')
  username_key: string;

  /** Argon2id; null for accounts of an external issuer. */
  @Column('text', { nullable: true })
  password_hash: string | null;

  @Column('text', { default: 'user' })
  role: 'admin' | 'user';

  @Column('text', { array: true, default: () => `'{}'` })
  scopes: string[];

  /** The libraries the user may see; null means all. */
  @Column('uuid', { array: true, nullable: true })
  library_ids: string[] | null;

  @Column('boolean', { default: false })
  disabled: boolean;

  /** The `iss` of the external issuer whose user this is; null for a local account. */
  @Column('text', { nullable: true })
  issuer: string | null;

  /** The `sub` that the issuer names the user by, to the letter; null for a local account. */
  @Column('text', { nullable: true })
  subject: string | null;

  /** Whether the subject is a UUID in lower case that the issuer may spell otherwise. */
  @Column('boolean', { default: false })
  subject_folded: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at: Date;
}
