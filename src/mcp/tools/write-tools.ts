import { ARTIFACT_KINDS } from '../../common/dto/artifact-summary.dto';
import { SOURCES_MAX, TOOL_CALL_SEQUENCE_MAX } from '../../common/request-body/write-bounds';
import { RUN_PURPOSES, RUN_STATES } from '../../database/entities/runs/run.entity';
import { TOOL_CALL_STATES, TOOL_KINDS } from '../../database/entities/runs/tool-call.entity';
import { fullObject, integer, list, object, oneOf, text } from './argument-schemas';
import type { WriteTool } from './tool';

const SOURCES = list(
  object({
    media_id: text('Id of an item. Give this or artifact_id.'),
    artifact_id: text('UUID of an artifact.'),
    field: text('Field that was used, such as overview.'),
  }),
  'The items and artifacts that it is based on.',
  SOURCES_MAX,
);

const SUMMARIES_AND_SOURCES = {
  input_summary: text('What was asked, in short. Secrets are replaced.'),
  output_summary: text('What came out, in short. Secrets are replaced.'),
  error_summary: text('What went wrong, in short. Secrets are replaced.'),
  sources: SOURCES,
};

/** The tools that write, in the order in which `tools/list` returns them. */
export const WRITE_TOOLS: readonly WriteTool[] = [
  {
    kind: 'write',
    name: 'save_artifact',
    title: 'Save a note or a result',
    description:
      'Stores a note, summary, recommendation or analysis, with what it was derived from, so that later searches find ' +
      'it. Only title and summary are shown again. Give the artifact_id of an earlier artifact to replace it as a ' +
      'whole: repeat its scope, and its media_id or library_id, which cannot change. Other fields that you leave out ' +
      'are emptied, except supersedes_artifact_id.',
    route: { method: 'PUT', path: '/intelligence/artifacts/{artifact_id}' },
    optionalIdArgument: 'artifact_id',
    input: object(
      {
        artifact_id: text('UUID of the artifact to replace. Default: a new artifact.'),
        kind: oneOf(ARTIFACT_KINDS, 'Kind of the artifact.'),
        scope: oneOf(
          ['global', 'user'],
          'user: only this user sees it; global: every user who sees its library. Default: user.',
        ),
        title: text('Title on one line; 1 to 512 characters.'),
        summary: text('Summary that later answers show; at most 10,000 characters.'),
        content: text('The whole result. It is stored, but never shown.'),
        media_id: text('Id of the item that it is about.'),
        library_id: text('UUID of the library that it is about. Default: that of the item.'),
        sources: SOURCES,
        run_id: text('UUID of the run that produced it.'),
        supersedes_artifact_id: text('UUID of an older artifact that this one supersedes. Searches then skip it.'),
      },
      ['kind', 'title', 'summary'],
    ),
    toBody: ({ content = '', scope = 'user', ...fields }) => ({ scope, ...fields, content: { text: content } }),
    output: fullObject({
      artifact_id: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'string' },
      revision: { type: 'integer' },
    }),
    toText: ({ artifact_id: id, revision }) => `Saved artifact ${String(id)}, revision ${String(revision)}.`,
  },
  {
    kind: 'write',
    name: 'record_run',
    title: 'Record a run',
    description:
      'Records the work on one request of the user, for audits: call it when the work begins (status running), and ' +
      'again with the returned run_id when it ends (succeeded, failed or cancelled).',
    route: { method: 'PUT', path: '/intelligence/runs/{run_id}' },
    optionalIdArgument: 'run_id',
    input: object({
      run_id: text('UUID of the run to change. Default: a new run.'),
      purpose: oneOf(RUN_PURPOSES, 'Purpose; required for a new run.'),
      status: oneOf(RUN_STATES, 'The new state. Default for a new run: queued.'),
      model: text('Name of the language model.'),
      ...SUMMARIES_AND_SOURCES,
    }),
    toBody: (fields) => fields,
    output: fullObject({ run_id: { type: 'string' }, status: { type: 'string' }, revision: { type: 'integer' } }),
    toText: ({ run_id: id, status }) => `Run ${String(id)} is ${String(status)}.`,
  },
  {
    kind: 'write',
    name: 'record_tool_call',
    title: 'Record a tool call',
    description:
      'Records one tool call of a run, for audits: what was called, with which input, and what came out. Number the ' +
      'calls of a run in their order. Call it again with the same sequence to change the state.',
    route: { method: 'PUT', path: '/intelligence/runs/{run_id}/tool-calls/{sequence}' },
    optionalIdArgument: null,
    input: object(
      {
        run_id: text('UUID of the run, from record_run.'),
        sequence: integer('Number of the call in the run.', 0, TOOL_CALL_SEQUENCE_MAX),
        name: text('Name of the tool; required for a new call.'),
        kind: oneOf(TOOL_KINDS, 'Kind of the tool; required for a new call.'),
        status: oneOf(TOOL_CALL_STATES, 'The new state. Default for a new call: pending.'),
        arguments: text('Arguments of the call as text. Secrets are replaced; no answer shows them.'),
        result: text('Result of the call as text. Secrets are replaced; no answer shows it.'),
        ...SUMMARIES_AND_SOURCES,
      },
      ['run_id', 'sequence'],
    ),
    toBody: (fields) => fields,
    output: fullObject({
      tool_call_id: { type: 'string' },
      sequence: { type: 'integer' },
      status: { type: 'string' },
    }),
    toText: ({ sequence, status }) => `Tool call ${String(sequence)} is ${String(status)}.`,
  },
];
