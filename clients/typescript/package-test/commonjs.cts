import { createClient, type IntelligenceClient } from 'intelligence-client';

export const client: IntelligenceClient = createClient({ baseUrl: 'http://127.0.0.1:3000' });
// @ts-expect-error A field is misspelt. The error shows that the package has types.
void client.searchCandidates({ body: { queri: 'moon' } });
