/* Calls that must compile and calls that must not. The compiler reports each `@ts-expect-error` above a valid call. */
import { type Answer, createClient, type IntelligenceClient, ProblemError } from '../src/index.ts';

declare const client: IntelligenceClient;

export async function mustCompile(): Promise<void> {
  createClient({ baseUrl: 'http://127.0.0.1:3000', credentials: { token: 'key' }, maxRetries: 0 });
  const { candidates } = await client.searchCandidates({ body: { query: 'moon', filters: { year: { gte: 1900 } } } });
  const title: string | undefined = candidates[0]?.media.title;
  await client.getOverview();
  await client.getItemContext({ path: { media_id: title ?? '' } });
  await client.listRuns({ query: { limit: 2 } });
  const nothing: undefined = await client.logout();
  for await (const { items } of client.pages('browseItems', { body: { sort: 'year' } })) {
    const year: number | null | undefined = items[0]?.media.year;
    void [year, nothing];
  }
  const text: string = await client.markdown('searchCandidates', { body: { query: 'moon' } });
  await client.markdown('getItemContext', { path: { media_id: '' } });
  await client.markdown('listRuns', { query: { limit: 2 } });
  await client.markdown('getOverview');
  const answer: Answer<'getOverview'> = await client.getOverview({ body: { detail: 'brief' } });
  const code: 'not-found' | undefined =
    new ProblemError(404, 'not-found', text).code === 'not-found' ? 'not-found' : undefined;
  void [answer, code];
}

export async function mustNotCompile(): Promise<void> {
  // @ts-expect-error A field is misspelt.
  await client.searchCandidates({ body: { query: 'moon', include_artefacts: true } });
  // @ts-expect-error A nested field is misspelt.
  await client.searchCandidates({ body: { query: 'moon', filters: { year: { get: 1900 } } } });
  // @ts-expect-error A field of an answer is misspelt.
  void (await client.getOverview()).librarys;
  // @ts-expect-error The query is required.
  await client.searchCandidates({ body: {} });
  // @ts-expect-error The body is required.
  await client.searchCandidates();
  // @ts-expect-error The parameter in the path is required.
  await client.getItemContext({ body: {} });
  // @ts-expect-error An optional field must not be undefined.
  await client.searchCandidates({ body: { query: 'moon', detail: undefined } });
  // @ts-expect-error There is no such level of detail.
  await client.getOverview({ body: { detail: 'long' } });
  // @ts-expect-error There is no such operation.
  await client.searchCandidate({ body: { query: 'moon' } });
  // @ts-expect-error The path is required for Markdown, too.
  await client.markdown('getItemContext');
  // @ts-expect-error The body is required for Markdown, too.
  await client.markdown('searchCandidates');
  // @ts-expect-error This is the body of another operation.
  await client.markdown('searchCandidates', { body: { sort: 'year' } });
  // @ts-expect-error The operation has no pages.
  client.pages('getItemContext', { path: { media_id: '' } });
  // @ts-expect-error There is no such code.
  void (new ProblemError(404, 'not-found', '').code === 'no-found');
}
