import type { Command } from 'commander';
import { KeyStore } from '../../accounts/keys/key.store';
import {
  KEY_LIFETIME_DAYS,
  KEY_LIFETIME_MAX_DAYS,
  OVERLAP_MAX_SECONDS,
  OVERLAP_SECONDS,
} from '../../accounts/keys/keys.dto';
import { KeysService, type NewApiKey } from '../../accounts/keys/keys.service';
import { findUuid } from '../../common/media-id';
import type { ApiKeyEntity } from '../../database/entities/accounts/api-key.entity';
import { type AccountSelection, addSelection, getSelected } from './account-selection';
import { withServiceWithoutTokenSecrets } from '../service-context';
import { CliError } from '../cli-error';
import { makeIntegerParser } from '../integer-option';

const HOUR_SECONDS = 3600;

interface CreateOptions extends AccountSelection {
  readonly name: string;
  readonly days: number;
}

/** Adds `keys create`, `list`, `rotate` and `revoke`. */
export function register(program: Command): void {
  const keys = program.command('keys').description('Manage the API keys of service accounts.');
  addSelection(keys.command('create'))
    .description('Create a key and print it. It cannot be shown again.')
    .requiredOption('--name <text>', 'what the key is for')
    .option('--days <number>', 'days until it expires', makeIntegerParser(1, KEY_LIFETIME_MAX_DAYS), KEY_LIFETIME_DAYS)
    .action(runCreate);
  addSelection(keys.command('list')).description('List the keys of a service account, oldest first.').action(runList);
  keys
    .command('rotate')
    .description('Replace a key and print the new one. Both are valid for an overlap.')
    .argument('<key-id>', 'id of the key')
    .option(
      '--overlap-hours <number>',
      'hours for which the old key stays valid',
      makeIntegerParser(0, OVERLAP_MAX_SECONDS / HOUR_SECONDS),
      OVERLAP_SECONDS / HOUR_SECONDS,
    )
    .action(runRotate);
  keys
    .command('revoke')
    .description('Revoke a key immediately.')
    .argument('<key-id>', 'id of the key')
    .action(runRevoke);
}

async function runCreate(options: CreateOptions): Promise<void> {
  await withServiceWithoutTokenSecrets(async (app) => {
    const { user_id: userId } = await getSelected(app, options);
    report(await app.get(KeysService).create(userId, options.name, options.days));
  });
}

async function runList(selection: AccountSelection): Promise<void> {
  await withServiceWithoutTokenSecrets(async (app) => {
    const { user_id: userId } = await getSelected(app, selection);
    const keys = await app.get(KeysService).list(userId);
    for (const key of keys) console.log(describeKey(key));
  });
}

async function runRotate(text: string, { overlapHours }: { readonly overlapHours: number }): Promise<void> {
  await withKey(text, async ({ user_id: userId, key_id: keyId }, service) =>
    report(await service.rotate(userId, keyId, overlapHours * HOUR_SECONDS)),
  );
}

async function runRevoke(text: string): Promise<void> {
  await withKey(text, async ({ user_id: userId, key_id: keyId, name }, service) => {
    await service.revoke(userId, keyId);
    console.log(`Revoked ${keyId} (${name}).`);
  });
}

async function withKey(text: string, work: (key: ApiKeyEntity, service: KeysService) => Promise<void>): Promise<void> {
  const keyId = findUuid(text);
  if (keyId === null) throw new CliError('The key id must be a UUID.');
  await withServiceWithoutTokenSecrets(async (app) => {
    const key = await app.get(KeyStore).findById(keyId);
    if (key === null) throw new CliError('There is no such key.');
    await work(key, app.get(KeysService));
  });
}

/** Prints a new key. The last line contains only the key, so that scripts can read it. */
function report({ stored, key }: NewApiKey): void {
  console.log(`${describeKey(stored)}\n${key}`);
}

function describeKey({ key_id: keyId, name, expires_at: expiresAt, last_used_at: lastUsedAt }: ApiKeyEntity): string {
  const lastUse = lastUsedAt === null ? 'never used' : `last used ${lastUsedAt.toISOString()}`;
  return `${keyId}  ${name}  expires ${expiresAt.toISOString()}, ${lastUse}`;
}
