import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toUsernameKey } from '../common/text/username';
import { UserEntity } from '../database/entities/accounts/user.entity';
import { ArtifactContentEntity } from '../database/entities/artifacts/artifact-content.entity';
import { ArtifactCountEntity } from '../database/entities/artifacts/artifact-count.entity';
import { ArtifactSourceEntity } from '../database/entities/artifacts/artifact-source.entity';
import { ArtifactEntity } from '../database/entities/artifacts/artifact.entity';
import { WatchStateEntity } from '../database/entities/catalog/watch-state.entity';
import { IdempotencyKeyEntity } from '../database/entities/runs/idempotency-key.entity';
import { RunHistoryEntity } from '../database/entities/runs/run-history.entity';
import { RunEntity } from '../database/entities/runs/run.entity';
import { ToolCallEntity } from '../database/entities/runs/tool-call.entity';
import { Transactions } from '../database/transactions';
import { DemoStateEntity } from './database/demo-state.entity';

/** Tables with data that users created in the demo. A reset empties them, but keeps accounts and sessions. */
const USER_DATA_ENTITIES = [
  WatchStateEntity,
  ArtifactEntity,
  ArtifactContentEntity,
  ArtifactSourceEntity,
  ArtifactCountEntity,
  RunEntity,
  ToolCallEntity,
  IdempotencyKeyEntity,
  RunHistoryEntity,
];

/** Changes the accounts and the data of the demo's users. */
@Injectable()
export class DemoUserStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Stores the administrator's name. If it changed, disables the account with the previous name, because its password,
   * which may be the default one, would still give access to the demo. Does not disable service accounts or accounts
   * of an external issuer: they have no password.
   */
  async recordAdmin(username: string): Promise<void> {
    const key = toUsernameKey(username);
    await this.transactions.run(async (manager) => {
      const previousKey = manager
        .createQueryBuilder(DemoStateEntity, 's')
        .select('s.admin_key')
        .where('s.admin_key <> :key');
      await manager
        .createQueryBuilder()
        .update(UserEntity)
        .set({ disabled: true })
        .where(`username_key IN (${previousKey.getQuery()}) AND issuer IS NULL AND NOT is_service`, { key })
        .execute();
      await manager
        .createQueryBuilder()
        .update(DemoStateEntity)
        .set({ admin_key: key })
        .where('admin_key IS DISTINCT FROM :key', { key })
        .execute();
    });
  }

  /** Deletes the data that users created. Throws if the database has no marker of the demo. */
  async clearData(): Promise<void> {
    const tables = USER_DATA_ENTITIES.map((entity) => this.dataSource.getMetadata(entity).tablePath);
    await this.transactions.run(async (manager) => {
      const markers: unknown[] = await manager.query('SELECT nonce FROM demo.marker FOR SHARE');
      if (markers.length === 0) throw new Error('The database has no marker of the demo.');
      // Triggers make the run history append-only, but a reset of the demo must delete it.
      await manager.query('ALTER TABLE intelligence_run_history DISABLE TRIGGER USER');
      await manager.query(`TRUNCATE ${tables.join(', ')}`);
      await manager.query('ALTER TABLE intelligence_run_history ENABLE TRIGGER USER');
    });
  }
}
