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

/** Maximum length of JSON that the main thread redacts. The slowest payload of this length takes about 3 ms. */
const INLINE_MAX_CHARS = 4_096;

/** Redacts and shrinks the payloads of tool calls. This runs before the transaction, to keep the transaction short. */
@Injectable()
export class PayloadPreparer {
  constructor(private readonly threads: WorkThreads) {}

  /** Returns the request with redacted and shrunk payloads. */
  async prepare(request: PutToolCallRequest): Promise<PreparedToolCallRequest> {
    const [storedArguments, result] = await Promise.all([
      this.toStored(request.arguments),
      this.toStored(request.result),
    ]);
    return { ...request, arguments: storedArguments, result };
  }

  private async toStored(payload: OpaqueJson | undefined): Promise<StoredPayload | undefined> {
    if (payload === undefined) return undefined;
    if (payload.text.length <= INLINE_MAX_CHARS) return storeJsonPayload(payload.text);
    return this.threads.run(STORE_PAYLOAD, payload.text);
  }
}
