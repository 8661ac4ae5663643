/** Converts problems of routes to texts with advice, so that a model can correct its call. */
import type { ProblemCode } from '../../common/problems/problem-codes';
import type { FieldError } from '../../common/problems/problem';
import type { ProblemDocument } from '../../common/problems/problem-document';
import type { RouteAnswer } from './route-dispatcher';
import { argumentOf } from './tool-request';

const ADVICE: Partial<Record<ProblemCode, string>> = {
  'invalid-request': 'Correct the arguments and call the tool again.',
  'invalid-media-id': 'Use a media_id of an earlier answer, such as movie:<uuid>; search_media finds items by title.',
  'invalid-cursor': 'Call the tool without a cursor, and read on with the next_cursor of that answer.',
  'not-found': 'Nothing with this id is visible to the user. Find the id with search_media or search_artifacts.',
  gone: 'It was replaced. Find its successor with search_artifacts.',
  forbidden: 'The user may not do this. Do not try again.',
  unauthorized: 'The credential is no longer valid. A user must log in again; a service account needs a new API key.',
  conflict: 'The state does not allow this. Read the present state first.',
  'payload-too-large': 'Send shorter texts or fewer elements.',
  'rate-limited': 'Too many calls.',
  overloaded: 'The service is busy.',
  timeout: 'The call took too long. Ask for less: fewer rows, narrower filters.',
};

/** Returns the text for a problem that a route returned. */
export function problemText({ body, headers }: RouteAnswer): string {
  const { code, title, detail, errors = [] } = body as ProblemDocument;
  const wait = headers['retry-after'];
  return [
    `${title} (${code})${detail === undefined ? '' : `: ${detail}`}`,
    ...errorLines(errors),
    ...(ADVICE[code] === undefined ? [] : [ADVICE[code]]),
    ...(wait === undefined ? [] : [`Wait ${wait} seconds before the next call.`]),
  ].join('\n');
}

/** Returns the text for arguments that were refused before the call of the route. */
export function refusalText(errors: readonly FieldError[]): string {
  return ['The arguments were refused:', ...errorLines(errors), ADVICE['invalid-request']].join('\n');
}

function errorLines(errors: readonly FieldError[]): string[] {
  return errors.map(({ field, message }) => `- ${argumentOf(field)} ${message}`);
}
