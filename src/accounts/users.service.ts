import { Inject, Injectable } from '@nestjs/common';
import { findExternalSubject, SUBJECT_MAX_CHARS } from '../auth/tokens/external-subject';
import type { PageQuery } from '../common/dto/page-query.dto';
import { resolvePageLimit } from '../common/paging/caps';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { SecurityLog } from '../common/logging/security-log';
import { CursorCodec } from '../common/paging/cursor';
import { findPageStart, toPage } from '../common/paging/paging';
import type { Principal } from '../common/principal';
import { Problem } from '../common/problems/problem';
import type { UserEntity } from '../database/entities/accounts/user.entity';
import { AccountChanges } from './account-changes';
import type { UserListResponse, UserResponse } from './accounts.dto';
import type { CreateUserRequest, UpdateUserRequest, UserRights } from './accounts.requests';
import { UserRepository } from './user.repository';
import type { UserChanges } from './user.store';

/** Reads and changes accounts for administrators. */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: UserRepository,
    private readonly changes: AccountChanges,
    private readonly cursors: CursorCodec,
    private readonly log: SecurityLog,
    @Inject(CONFIG) private readonly config: Pick<Config, 'auth'>,
  ) {}

  /** Returns a page of the list of all accounts, which is sorted by name. Throws `invalid-cursor`. */
  async list(principal: Principal, query: PageQuery): Promise<UserListResponse> {
    const limit = resolvePageLimit(query);
    const binding = { userId: principal.userId, route: 'admin/users', filters: null };
    const after = findPageStart(query, this.cursors, binding)?.[0] ?? null;
    const fetched = await this.users.listAfter(after === null ? null : String(after), limit + 1);
    const { rows, page } = toPage(fetched, limit, {
      codec: this.cursors,
      binding,
      keyOf: (user) => [user.username_key],
    });
    return { users: rows.map(toUserResponse), page };
  }

  /** Returns an account. Throws `not-found`. */
  async get(userId: string): Promise<UserResponse> {
    const user = await this.users.findById(userId);
    if (user === null) throw Problem.notFound();
    return toUserResponse(user);
  }

  /**
   * Creates a service account or the account of a user. Accounts of users are local or external, depending on
   * `AUTH_MODE`. Throws `invalid-request` for a user of the other kind and for an invalid field. Throws `conflict` if
   * the subject has an account, or if another account has the same name or a similar-looking name.
   */
  async create(request: CreateUserRequest): Promise<UserResponse> {
    const account = toUserResponse(await this.createAccount(request));
    const details = rightsOf(account);
    this.log.record({ event: 'account-created', outcome: 'success', target: account.user_id, details });
    return account;
  }

  private createAccount(request: CreateUserRequest): Promise<UserEntity> {
    const { mode } = this.config.auth;
    const { username, password, service } = request;
    if (service === true) return this.createService(request);
    if (mode === 'jwks') return this.createExternal(request);
    requireAbsent(request, ['issuer', 'subject'], 'the accounts of this service are local');
    // Validation requires both. This line only narrows their types.
    if (username === undefined || password === undefined) throw Problem.invalidField('username', 'must be given');
    return this.changes.create({ ...toChanges(request), username, password });
  }

  private createService(request: CreateUserRequest): Promise<UserEntity> {
    const { username } = request;
    requireAbsent(request, ['issuer', 'subject'], 'a service account is local');
    requireAbsent(request, ['password'], 'a service account has keys instead of a password');
    if (username === undefined) throw Problem.invalidField('username', 'must be given');
    return this.changes.createService({ ...toChanges(request), username });
  }

  private async createExternal(request: CreateUserRequest): Promise<UserEntity> {
    const issuers = this.config.auth.externalIssuers.map(({ issuer }) => issuer);
    const issuer = request.issuer ?? (issuers.length === 1 ? issuers[0] : undefined);
    if (issuer === undefined || !issuers.includes(issuer))
      throw Problem.invalidField('issuer', 'must be an issuer of this service');
    const subject = findExternalSubject(request.subject);
    if (subject === null)
      throw Problem.invalidField('subject', `must be 1 to ${SUBJECT_MAX_CHARS} printable characters`);
    requireAbsent(request, ['username', 'password'], 'the issuer manages it');
    return this.changes.createExternal(issuer, subject, toChanges(request));
  }

  /**
   * Changes an account. Throws `not-found`, `invalid-request` for an invalid field, and `conflict` if this would demote
   * or disable the last administrator.
   */
  async update(userId: string, request: UpdateUserRequest): Promise<UserResponse> {
    const user = await this.changes.update(userId, { ...toChanges(request), password: request.password });
    const changed = toUserResponse(user);
    const details = { ...rightsOf(changed), password_changed: request.password !== undefined };
    this.log.record({ event: 'account-changed', outcome: 'success', target: userId, details });
    return changed;
  }

  /** Deletes an account. Throws `not-found`, and `conflict` for the last administrator. */
  async delete(userId: string): Promise<void> {
    await this.changes.delete(userId);
    this.log.record({ event: 'account-deleted', outcome: 'success', target: userId });
  }
}

function requireAbsent(request: CreateUserRequest, fields: readonly (keyof CreateUserRequest)[], reason: string): void {
  const [given] = fields.filter((field) => request[field] !== undefined);
  if (given !== undefined) throw Problem.invalidField(given, `must be absent: ${reason}`);
}

/** Returns the rights of an account, for the security log. */
function rightsOf({ role, scopes, library_ids, disabled }: UserResponse): Record<string, unknown> {
  return { role, scopes, library_ids, disabled };
}

function toChanges({ role, scopes, library_ids, disabled }: UserRights): UserChanges {
  // Keeps null, which means all libraries, and undefined, which means that the field is absent.
  const libraryIds = library_ids && [...new Set(library_ids.map((id) => id.toLowerCase()))];
  return { role, scopes, libraryIds, disabled };
}

function toUserResponse(user: UserEntity): UserResponse {
  return {
    user_id: user.user_id,
    username: user.username,
    role: user.role,
    scopes: user.scopes,
    library_ids: user.library_ids,
    disabled: user.disabled,
    service: user.is_service,
    external: user.issuer !== null,
    issuer: user.issuer,
    subject: user.subject,
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
  };
}
