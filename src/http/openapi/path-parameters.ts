import { MEDIA_ID_MAX_CHARS } from '../../common/media-id';
import type { Operation, Schema } from './openapi.types';

const uuidOf = (thing: string): Description => ({
  description: `UUID of the ${thing}.`,
  schema: { type: 'string', format: 'uuid' },
});

interface Description {
  readonly description: string;
  readonly schema: Schema;
}

/** Parameters in paths; one name means the same in each path. */
const PARAMETERS: Readonly<Record<string, Description>> = {
  media_id: {
    description: 'Id of the item, such as `movie:<uuid>`, in any accepted spelling.',
    schema: { type: 'string', maxLength: MEDIA_ID_MAX_CHARS },
  },
  artifact_id: uuidOf('artifact'),
  run_id: uuidOf('run'),
  library_id: uuidOf('library'),
  user_id: uuidOf('account'),
  key_id: uuidOf('key'),
};

/** Describes the parameters in the path of an operation, where its handler does not describe them. */
export function describePathParameters({ parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    const known = parameter.in === 'path' ? PARAMETERS[parameter.name] : undefined;
    if (known === undefined) continue;
    parameter.description ??= known.description;
    parameter.schema = { ...known.schema, ...parameter.schema };
  }
}
