import { Injectable } from '@nestjs/common';
import type { OpaqueJson } from '../../common/json/opaque-json';
import { type ThreadWork, WorkThreads } from '../../common/processes/work-threads';
import { type StoredPayload, storeJsonPayload } from './payload';
import type { PreparedToolCallRequest } from '../runs/run-changes';
import type { PutToolCallRequest } from '../runs/run-requests.dto';

const STORE_PAYLOAD: ThreadWork<string, StoredPayload> = {
  module: require.resolve('./payload'),
  run: storeJsonPayload,
};

/** Characters of JSON that the main thread redacts; the worst payload of this size takes it about three milliseconds. */
const INLINE_MAX_CHARS = 4_096;

/** Redacts and shortens the payloads of tool calls, before their transaction begins. */
@Injectable()
export class PayloadPreparer {
  constructor(private readonly threads: WorkThreads) {}

  /** The request with its payloads as they are stored. */
  async prepare(request: PutToolCallRequest): Promise<PreparedToolCallRequest> {
    const [given, result] = await Promise.all([this.store(request.arguments), this.store(request.result)]);
    return { ...request, arguments: given, result };
  }

  private async store(payload: OpaqueJson | undefined): Promise<StoredPayload | undefined> {
    if (payload === undefined) return undefined;
    if (payload.text.length <= INLINE_MAX_CHARS) return storeJsonPayload(payload.text);
    return this.threads.run(STORE_PAYLOAD, payload.text);
  }
}
