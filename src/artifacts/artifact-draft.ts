/** From a request to what is stored: cleaned, checked, hashed. Pure. */
import { createHash } from 'node:crypto';
import { TITLE_MAX_CHARS } from '../common/caps';
import { canonicalJson } from '../common/canonical-json';
import type { ArtifactKind } from '../common/dto/intelligence.dto';
import { getMediaId, type MediaId } from '../common/media-id';
import { Problem } from '../common/problem';
import { countCodePoints } from '../common/summary';
import { cleanCatalogLine, cleanCatalogText } from '../common/text';
import { artifactTokens } from '../read-model/artifact-words';
import {
  type ArtifactSourceRequest,
  CONTENT_MAX_BYTES,
  type PutArtifactRequest,
  REASON_MAX_CHARS,
  SUMMARY_MAX_CHARS,
} from './artifacts.dto';

/** A source as the writer named it. */
export type NamedSource = { readonly field: string | null } & (
  | { readonly kind: 'media'; readonly media: MediaId }
  | { readonly kind: 'artifact' | 'run' | 'tool_call'; readonly id: string }
);

/** An artifact ready to be stored, but for what its references turn out to be. */
export interface ArtifactDraft {
  readonly kind: ArtifactKind;
  readonly isGlobal: boolean;
  readonly libraryId: string | null;
  readonly media: MediaId | null;
  readonly title: string;
  readonly summary: string;
  /** The raw content as JSON. */
  readonly content: string;
  readonly contentBytes: number;
  readonly producer: string | null;
  readonly runId: string | null;
  readonly supersedesId: string | null;
  readonly sources: readonly NamedSource[];
  /** Whether a change of the item makes the artifact stale: what a person or an audit wrote stays true without it. */
  readonly followsMedia: boolean;
  readonly expectedRevision: number | null;
  readonly contentHash: string;
  readonly requestHash: string;
  readonly tokens: readonly string[];
}

/** Throws `invalid-request`, `invalid-media-id` and `payload-too-large`. */
export function toDraft(request: PutArtifactRequest): ArtifactDraft {
  const value: unknown = request.content?.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refusal('content', 'must be a JSON object');
  }
  const content = JSON.stringify(value);
  const contentBytes = Buffer.byteLength(content);
  if (contentBytes > CONTENT_MAX_BYTES) throw new Problem('payload-too-large');
  const { kind } = request;
  const title = requireLine(request.title, 'title');
  const summary = boundedText(request.summary ?? '', 'summary', SUMMARY_MAX_CHARS);
  const producer = request.producer == null ? null : requireLine(request.producer, 'producer');
  const media = request.media_id == null ? null : getMediaId(request.media_id, 'media_id');
  const sources = (request.sources ?? []).map(toSource);
  const own = { kind, title, summary, producer, content: value };
  const references = {
    libraryId: lower(request.library_id),
    media,
    runId: lower(request.run_id),
    supersedesId: lower(request.supersedes_artifact_id),
    sources,
  };
  return {
    kind,
    isGlobal: request.scope === 'global',
    ...references,
    title,
    summary,
    content,
    contentBytes,
    producer,
    followsMedia: kind !== 'user_note' && kind !== 'audit_record',
    expectedRevision: request.expected_revision ?? null,
    contentHash: sha256(own),
    requestHash: sha256({ own, ...references }),
    tokens: artifactTokens(title, summary),
  };
}

/** The cleaned reason of an invalidation. Throws `invalid-request`. */
export function toReason(reason: string): string {
  const text = boundedText(reason, 'reason', REASON_MAX_CHARS);
  if (text === '') throw refusal('reason', 'must hold visible text');
  return text;
}

function toSource(source: ArtifactSourceRequest, index: number): NamedSource {
  const { media_id, artifact_id, run_id, tool_call_id } = source;
  const field = source.field === undefined ? null : requireLine(source.field, `sources[${index}].field`);
  const given: NamedSource[] = [];
  if (media_id !== undefined) {
    given.push({ kind: 'media', media: getMediaId(media_id, `sources[${index}].media_id`), field });
  }
  if (artifact_id !== undefined) given.push({ kind: 'artifact', id: artifact_id.toLowerCase(), field });
  if (run_id !== undefined) given.push({ kind: 'run', id: run_id.toLowerCase(), field });
  if (tool_call_id !== undefined) given.push({ kind: 'tool_call', id: tool_call_id.toLowerCase(), field });
  const [only] = given;
  if (only !== undefined && given.length === 1) return only;
  throw refusal(`sources[${index}]`, 'must have exactly one of media_id, artifact_id, run_id, tool_call_id');
}

function requireLine(value: string, field: string): string {
  const line = cleanCatalogLine(value);
  if (line === '') throw refusal(field, 'must hold visible text');
  requireLength(line, field, TITLE_MAX_CHARS);
  return line;
}

function boundedText(value: string, field: string, maxChars: number): string {
  const text = cleanCatalogText(value);
  requireLength(text, field, maxChars);
  return text;
}

function requireLength(text: string, field: string, maxChars: number): void {
  if (countCodePoints(text) > maxChars) throw refusal(field, `must have at most ${maxChars} code points`);
}

function refusal(field: string, message: string): Problem {
  return Problem.invalidRequest([{ field, message }]);
}

function lower(id: string | null | undefined): string | null {
  return id?.toLowerCase() ?? null;
}

function sha256(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
