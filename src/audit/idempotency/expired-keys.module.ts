import { Module } from '@nestjs/common';
import { ExpiredKeys } from './expired-keys';
import { ExpiredKeysStore } from './expired-keys.store';

/**
 * Deletes expired idempotency keys in the background. Not a part of `AuditModule`, because commands import that module,
 * too, and only the server runs background loops.
 */
@Module({ providers: [ExpiredKeys, ExpiredKeysStore] })
export class ExpiredKeysModule {}
