import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '../../common/problems/problem';
import { classifyDatabaseError } from '../../database/pg-errors';
import { Transactions } from '../../database/transactions';
import { type IdempotencyKey, IdempotencyStore } from './idempotency.store';
import { RequestHashes } from './request-hashes';

/** A write request that a client can repeat with the same key. */
interface RepeatableRequest {
  readonly userId: string;
  /** A constant name of the route. */
  readonly route: string;
  /** The header `Idempotency-Key`; undefined when the client did not send it. */
  readonly key: string | undefined;
  /** Path parameters and body. Two requests with equal content count as the same request. */
  readonly content: object;
}

/** The response of a write with its HTTP status. */
export interface WriteAnswer<Body extends object> {
  readonly status: 200 | 201;
  readonly body: Body;
  /** Whether the response was stored by an earlier request with the same key. */
  readonly replayed: boolean;
}

const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;
/** Maximum number of attempts, including the first, if concurrent requests create the same row or key. */
const ATTEMPTS_MAX = 3;

/** Runs writes, each in a transaction. Writes at most once for each key, until the key expires. */
@Injectable()
export class IdempotentWrites {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: IdempotencyStore,
    private readonly hashes: RequestHashes,
  ) {}

  /**
   * Returns the response of `work`, or the stored response for the request's key. Retries up to two times if a
   * concurrent request creates the same row or key. Throws `idempotency-mismatch` if the key was used for another
   * request, and `invalid-request` for an invalid key.
   */
  async run<Body extends object>(
    request: RepeatableRequest,
    work: (manager: EntityManager) => Promise<Omit<WriteAnswer<Body>, 'replayed'>>,
  ): Promise<WriteAnswer<Body>> {
    if (request.key !== undefined && !KEY_PATTERN.test(request.key)) {
      throw Problem.invalidField('Idempotency-Key', 'must be 1 to 255 visible ASCII characters');
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.transactions.run((manager) => this.runOnce(manager, request, work), request.userId);
      } catch (error) {
        if (attempt < ATTEMPTS_MAX && classifyDatabaseError(error) === 'unique_violation') continue;
        // Another request with the same key may have stored its response after this request looked for one.
        if (request.key === undefined || !isRefusal(error)) throw error;
        const answer = await this.transactions.run(
          (manager) => this.findStored<Body>(manager, request),
          request.userId,
        );
        if (answer === null) throw error;
        return answer;
      }
    }
  }

  private async runOnce<Body extends object>(
    manager: EntityManager,
    request: RepeatableRequest,
    work: (manager: EntityManager) => Promise<Omit<WriteAnswer<Body>, 'replayed'>>,
  ): Promise<WriteAnswer<Body>> {
    const stored = await this.findStored<Body>(manager, request);
    if (stored !== null) return stored;
    const { status, body } = await work(manager);
    const key = toStoredKey(request);
    if (key !== null) {
      const response = { request_hash: this.hashes.hash(key, request.content), status, answer: body };
      await this.store.storeResponse(manager, key, response);
    }
    return { status, body, replayed: false };
  }

  /** Returns the stored response for the request's key; null if there is none, or no key. */
  private async findStored<Body extends object>(
    manager: EntityManager,
    request: RepeatableRequest,
  ): Promise<WriteAnswer<Body> | null> {
    const key = toStoredKey(request);
    if (key === null) return null;
    const stored = await this.store.find(manager, key);
    if (stored === null) return null;
    if (!this.hashes.matches(stored.request_hash, key, request.content)) throw new Problem('idempotency-mismatch');
    return { status: stored.status === 201 ? 201 : 200, body: stored.answer as Body, replayed: true };
  }
}

/** Returns the primary key of the response to a request; null if the client sent no key. */
function toStoredKey({ userId, route, key }: RepeatableRequest): IdempotencyKey | null {
  return key === undefined ? null : { owner_user_id: userId, route, idempotency_key: key };
}

/**
 * Whether a write was refused and stored nothing. False for a 5xx, because the write may have been stored. Also false
 * for `idempotency-mismatch`, because another look-up would find the same stored response.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof Problem && error.status < 500 && error.code !== 'idempotency-mismatch';
}
