import { Module } from '@nestjs/common';
import { ExpiredKeys } from './expired-keys';
import { ExpiredKeysStore } from './expired-keys.store';

/** Deletes expired keys in the background. It is apart from `AuditModule`, which commands without a server import. */
@Module({ providers: [ExpiredKeys, ExpiredKeysStore] })
export class ExpiredKeysModule {}
