import { Injectable } from '@nestjs/common';
import type { EntityManager, QueryDeepPartialEntity } from 'typeorm';
import { ToolCallEntity } from '../../database/entities/runs/tool-call.entity';
import type { Payloads, ToolCallContent } from './run-changes';

export type ToolCallKey = Readonly<Pick<ToolCallEntity, 'owner_user_id' | 'run_id' | 'sequence'>>;

/** Writes tool calls. Every method runs in the caller's transaction, which holds the lock of the run. */
@Injectable()
export class ToolCallStore {
  /** Returns the tool call without its payloads, or null if the run has no such call. */
  find(manager: EntityManager, key: ToolCallKey): Promise<ToolCallEntity | null> {
    return manager.findOneBy(ToolCallEntity, key);
  }

  async insert(
    manager: EntityManager,
    key: ToolCallKey,
    call: ToolCallContent & Pick<ToolCallEntity, 'tool_call_id' | 'requested_by_service_id'>,
    payloads: Payloads,
  ): Promise<void> {
    await manager
      .createQueryBuilder()
      .insert()
      .into(ToolCallEntity)
      .values({ ...key, ...call, ...toColumns(payloads) })
      .setParameters(toParameters(payloads))
      .updateEntity(false)
      .execute();
  }

  /** Replaces the content of a tool call and sets its revision. Keeps a stored payload if the new one is undefined. */
  async replace(
    manager: EntityManager,
    key: ToolCallKey,
    call: ToolCallContent & Pick<ToolCallEntity, 'revision'>,
    payloads: Payloads,
  ): Promise<void> {
    await manager
      .createQueryBuilder()
      .update(ToolCallEntity)
      .set({ ...call, ...toColumns(payloads) })
      .where(key)
      .setParameters(toParameters(payloads))
      .execute();
  }
}

/** Returns SQL expressions for the payloads. TypeORM would encode a payload again, although it is JSON text already. */
function toColumns(payloads: Payloads): QueryDeepPartialEntity<ToolCallEntity> {
  return {
    arguments: payloads.arguments && (() => 'CAST(:arguments AS jsonb)'),
    result: payloads.result && (() => 'CAST(:result AS jsonb)'),
  };
}

function toParameters(payloads: Payloads): { arguments: string | undefined; result: string | undefined } {
  return { arguments: payloads.arguments?.json, result: payloads.result?.json };
}
