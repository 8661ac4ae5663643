import { ProviderClient } from '../../../src/demo/provider/provider-client';
import { DEFAULT_PROVIDER_SETTINGS, type ProviderSettings } from '../../../src/demo/provider/provider-settings';
import type { FakeProvider } from './fake-provider';

/** Returns a client of a fake provider that neither limits the rate of requests nor waits long before retries. */
export function connectTo(fake: FakeProvider, settings: Partial<ProviderSettings> = {}): ProviderClient {
  return new ProviderClient({
    ...DEFAULT_PROVIDER_SETTINGS,
    baseUrl: fake.url,
    apiKey: fake.key,
    requestsPerSecond: 100_000,
    backoffMs: 1,
    ...settings,
  });
}
