/** Histories of runs and an audit log that both releases write. */
import { randomUUID } from 'node:crypto';
import { AuditLogVerifier } from '../../../src/accounts/audit-log/audit-log-verifier.service';
import type { RunVerification } from '../../../src/audit/audit.dto';
import { RunVerifier } from '../../../src/audit/verification/run-verifier.service';
import { type ApiClient, client } from '../../support/requests/client';
import type { TestApp } from '../../support/app/test-app';
import type { Stage } from './stage';

const AUDIT_KEY = 'vT4mXc8QpL2wZk7NbR9sHd5FgY3jUa6E';

const putRun = (api: ApiClient, id: string): Promise<unknown> =>
  api.put(`/intelligence/runs/${id}`, { purpose: 'other', status: 'running' }, { expect: 201 });

const putCall = (api: ApiClient, id: string, sequence: number): Promise<unknown> =>
  api.put(`/intelligence/runs/${id}/tool-calls/${sequence}`, { name: 'search', kind: 'search' }, { expect: 201 });

async function verify(api: ApiClient, id: string): Promise<Partial<RunVerification>> {
  const { body } = await api.get<RunVerification>(`/intelligence/runs/${id}/verify`, { expect: 200 });
  return body;
}

/** Returns the failures that `audit verify` reports for a run and for the audit log; null for none. */
async function failuresOf({ app }: TestApp, id: string): Promise<[run: string | null, log: string | null]> {
  const { failures } = await app.get(RunVerifier).verify();
  const { failure } = await app.get(AuditLogVerifier).verify();
  return [failures.find((text) => text.includes(id))?.replace(/^.*: /, '') ?? null, failure];
}

/**
 * Verifies the histories of two runs, and the audit log, that two releases write. The previous release, instance 0,
 * has no keyed hashes. First, neither release has `AUDIT_KEY`. Then this release has the key, and both still write.
 * Last, only this release writes.
 */
export async function requireVerifiable(stage: Stage): Promise<void> {
  const [previous, current] = [stage.as('alice', 0).client, stage.as('alice', 1).client];
  const createAccount = (admin: ApiClient): Promise<unknown> =>
    admin.post('/admin/users', { username: `made-${randomUUID()}`, password: randomUUID() }, { expect: 201 });
  const keyed = await stage.openFurtherApp({ AUDIT_KEY });
  const intact = { unbroken: true, first_broken: null };
  try {
    const shared = randomUUID();
    await putRun(previous, shared);
    for (const [sequence, api] of [current, previous, current, previous].entries())
      await putCall(api, shared, sequence + 1);
    for (const by of [0, 1, 0] as const) await createAccount(stage.asAdmin(by));
    for (const api of [previous, current]) expect(await verify(api, shared)).toMatchObject({ ...intact, records: 5 });
    expect(await failuresOf(stage.localApp, shared)).toEqual([null, null]);

    const mixed = randomUUID();
    const withKey = client(keyed).as(stage.users.alice);
    await putRun(withKey, mixed);
    expect((await verify(withKey, mixed)).authentic).toBe(true);
    await putCall(previous, mixed, 1);
    // The last record has no keyed hash, so the history is neither authentic nor forged.
    expect(await verify(withKey, mixed)).toMatchObject({ ...intact, records: 2, authentic: null });
    const [run, log] = await failuresOf(keyed, mixed);
    expect(run).toBe('The head has no keyed hash.');
    expect(log).toBe('The head has no keyed hash.');

    const [runs, audit] = [keyed.app.get(RunVerifier), keyed.app.get(AuditLogVerifier)];
    // `true`: also sign heads that have no keyed hash.
    expect((await runs.sign(true)).failed).toBe(0);
    expect(await audit.sign(true)).toBe(true);
    await createAccount(stage.asAdminOn(keyed));
    for (const id of [shared, mixed]) {
      await putCall(withKey, id, 9);
      expect(await verify(withKey, id)).toMatchObject({ ...intact, authentic: true });
      expect(await failuresOf(keyed, id)).toEqual([null, null]);
    }
  } finally {
    await keyed.close();
  }
}
