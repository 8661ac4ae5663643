/** Pure functions that convert a request to the artifact to store. They clean, validate and hash the values. */
import { hashCanonicalJson } from '../../common/json/canonical-json';
import type { ArtifactKind } from '../../common/dto/artifact-summary.dto';
import type { MediaId } from '../../common/media-id';
import { requireMediaId } from '../../common/problems/required-ids';
import { requireLine, requireText, requireVisible } from '../../common/problems/required-text';
import { Problem } from '../../common/problems/problem';
import { artifactLexemes } from '../../read-model/artifacts/artifact-words';
import { isWatchStateField } from '../../read-model/artifacts/watch-state.sql';
import {
  type ArtifactSourceRequest,
  CONTENT_MAX_BYTES,
  type PutArtifactRequest,
  SUMMARY_MAX_CHARS,
} from './artifact-requests.dto';
import { REASON_MAX_CHARS } from './invalidation.dto';

/** A source as the request gives it, before it is looked up. */
export type RequestedSource = { readonly field: string | null } & (
  | { readonly kind: 'media' | 'watch_state'; readonly media: MediaId }
  | { readonly kind: 'artifact' | 'run' | 'tool_call'; readonly id: string }
);

/** An artifact to store, before its references are resolved. */
export interface ArtifactDraft {
  readonly kind: ArtifactKind;
  readonly isGlobal: boolean;
  readonly libraryId: string | null;
  readonly media: MediaId | null;
  readonly title: string;
  readonly summary: string;
  /** The content as canonical JSON. */
  readonly content: string;
  readonly contentBytes: number;
  readonly producer: string | null;
  readonly runId: string | null;
  readonly supersedesId: string | null;
  readonly sources: readonly RequestedSource[];
  /**
   * Whether the artifact becomes stale when its item changes. False for notes of users and audit records, which do so
   * only if `sources` contains the item.
   */
  readonly becomesStaleWithItem: boolean;
  readonly expectedRevision: number | null;
  /**
   * SHA-256 of kind, title, summary, producer and content, in hex. If it changes, artifacts derived from this one
   * become stale.
   */
  readonly contentHash: string;
  /**
   * SHA-256 of `contentHash` and the references, in hex. It shows whether the stored artifact has the same content and
   * references.
   */
  readonly requestHash: string;
  /** Lexemes of the title and the summary. The text search of artifacts looks for them. */
  readonly lexemes: readonly string[];
}

/** Converts a request to a draft. Throws `invalid-request`, `invalid-media-id` or `payload-too-large`. */
export function toDraft(request: PutArtifactRequest): ArtifactDraft {
  if (request.content === undefined) throw Problem.invalidField('content', 'is required');
  const content = request.content.text;
  if (!content.startsWith('{')) throw Problem.invalidField('content', 'must be an object');
  const contentBytes = Buffer.byteLength(content);
  if (contentBytes > CONTENT_MAX_BYTES) throw new Problem('payload-too-large');
  const { kind } = request;
  const title = requireLine(request.title, 'title');
  const summary = requireText(request.summary ?? '', 'summary', SUMMARY_MAX_CHARS);
  const producer = request.producer == null ? null : requireLine(request.producer, 'producer');
  const media = request.media_id == null ? null : requireMediaId(request.media_id, 'media_id');
  const isGlobal = request.scope === 'global';
  const sources = (request.sources ?? []).map(toSource);
  if (isGlobal) rejectWatchStates(sources);
  const contentFields = { kind, title, summary, producer, content: request.content };
  const contentHash = hashCanonicalJson(contentFields);
  const references = {
    libraryId: toLowerCaseId(request.library_id),
    media,
    runId: toLowerCaseId(request.run_id),
    supersedesId: toLowerCaseId(request.supersedes_artifact_id),
    sources,
  };
  return {
    kind,
    isGlobal,
    ...references,
    title,
    summary,
    content,
    contentBytes,
    producer,
    becomesStaleWithItem: kind !== 'user_note' && kind !== 'audit_record',
    expectedRevision: request.expected_revision ?? null,
    contentHash,
    // Covers the content by its hash, because hashing 1 MiB a second time is slow.
    requestHash: hashCanonicalJson({ contentHash, ...references }),
    lexemes: artifactLexemes(title, summary),
  };
}

/** Returns the cleaned reason of an invalidation. Throws `invalid-request`. */
export function toReason(reason: string): string {
  return requireVisible(requireText(reason, 'reason', REASON_MAX_CHARS), 'reason');
}

function toSource(source: ArtifactSourceRequest, index: number): RequestedSource {
  const { media_id, artifact_id, run_id, tool_call_id } = source;
  const field = source.field === undefined ? null : requireLine(source.field, `sources[${index}].field`);
  const sources: RequestedSource[] = [];
  if (media_id !== undefined) {
    const kind = isWatchStateField(field) ? 'watch_state' : 'media';
    sources.push({ kind, media: requireMediaId(media_id, `sources[${index}].media_id`), field });
  }
  if (artifact_id !== undefined) sources.push({ kind: 'artifact', id: artifact_id.toLowerCase(), field });
  if (run_id !== undefined) sources.push({ kind: 'run', id: run_id.toLowerCase(), field });
  if (tool_call_id !== undefined) sources.push({ kind: 'tool_call', id: tool_call_id.toLowerCase(), field });
  const [only] = sources;
  if (only !== undefined && sources.length === 1) return only;
  throw Problem.invalidField(
    `sources[${index}]`,
    'must have exactly one of media_id, artifact_id, run_id, tool_call_id',
  );
}

/** Throws if a source is a watch state, because a global artifact would reveal this private state to everybody. */
function rejectWatchStates(sources: readonly RequestedSource[]): void {
  const index = sources.findIndex((source) => source.kind === 'watch_state');
  if (index >= 0) throw Problem.invalidField(`sources[${index}].field`, 'must not be watch_state in a global artifact');
}

function toLowerCaseId(id: string | null | undefined): string | null {
  return id?.toLowerCase() ?? null;
}
