import { Check, Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, Unique, UpdateDateColumn } from 'typeorm';

/**
 * A local account, a service account of a program, or an account of a user of an external token issuer. The user's
 * first valid token or an administrator creates an account of the last kind.
 */
@Entity('users')
@Unique('users_username_key_uq', ['username_key'])
@Unique('users_username_skeleton_uq', ['username_skeleton'])
@Unique('users_external_uq', ['issuer', 'subject'])
@Check('users_role_ck', `role IN ('admin', 'user')`)
@Check('users_external_ck', '(issuer IS NULL) = (subject IS NULL)')
@Check('users_service_ck', 'NOT is_service OR (issuer IS NULL AND password_hash IS NULL)')
export class UserEntity {
  @PrimaryGeneratedColumn('uuid')
  user_id: string;

  @Column('text')
  username: string;

  /** The normalized name in lower case. It is unique. */
  @Column('text')
  username_key: string;

  /**
   * The skeleton of the name (Unicode Technical Standard 39), which is equal for names that look alike. It is unique.
   * Null for an account that is older than this column if another account has the same skeleton.
   */
  @Column('text', { nullable: true })
  username_skeleton: string | null;

  /** Argon2id; null for service accounts and accounts of an external issuer. */
  @Column('text', { nullable: true })
  password_hash: string | null;

  @Column('text', { default: 'user' })
  role: 'admin' | 'user';

  @Column('text', { array: true, default: () => `'{}'` })
  scopes: string[];

  /** The libraries that the user may see; null means all. */
  @Column('uuid', { array: true, nullable: true })
  library_ids: string[] | null;

  @Column('boolean', { default: false })
  disabled: boolean;

  /** Whether the account is a service account, which has API keys and neither a password nor an issuer. */
  @Column('boolean', { default: false })
  is_service: boolean;

  /** The `iss` claim of the external issuer; null for local and service accounts. */
  @Column('text', { nullable: true })
  issuer: string | null;

  /** The `sub` claim of the user, spelled as in the issuer's tokens; null for local and service accounts. */
  @Column('text', { nullable: true })
  subject: string | null;

  /**
   * Whether `subject` is a UUID that an earlier version stored in lower case. The user's next token sets `subject` to
   * the spelling of the issuer and clears this flag.
   */
  @Column('boolean', { default: false })
  subject_folded: boolean;

  /** Tokens that were issued in an earlier second are refused; null for no limit. */
  @Column('timestamptz', { nullable: true })
  tokens_valid_from: Date | null;

  /** Time of issue of the token whose claims set the rights; null if no token did. */
  @Column('timestamptz', { nullable: true })
  rights_as_of: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at: Date;
}
