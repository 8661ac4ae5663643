import { Flag, OptionalInteger, OptionalText, Parsed, Text } from './setting.decorators';
import { refuse } from './setting-error';
import { parseJsonObject, requireDatabaseUrl, requireHttpUrl } from './setting-values';

/** Settings for the demo mode: the source and the storage of its synthetic catalog. */
export class DemoModeSettings {
  @Flag({ default: false, doc: 'Whether to serve a synthetic catalog from a separate database.' })
  readonly SERVICE_DEMO_MODE: boolean;

  @OptionalText({ doc: 'Key of the metadata provider; required in demo mode.', secret: true })
  readonly METADATA_API_KEY: string | undefined;

  @Parsed({
    default: 'https://api.themoviedb.org/3',
    parse: requireHttpUrl,
    doc: 'Base URL of the metadata provider.',
  })
  readonly METADATA_API_BASE_URL: string;

  @OptionalText({ doc: 'Root of the generated media tree; default: demo-media in CACHE_ROOT.' })
  readonly SERVICE_DEMO_ROOT: string | undefined;

  @Parsed({
    default: 'intelligence_demo',
    parse: requireDatabaseName,
    doc: 'Name of the demo database, which is created if it does not exist.',
  })
  readonly DEMO_DATABASE_NAME: string;

  @OptionalText({
    check: requireDatabaseUrl,
    secret: true,
    doc: 'URL of an existing demo database with its own role; default: DEMO_DATABASE_NAME with the role of DATABASE_URL.',
  })
  readonly DEMO_DATABASE_URL: string | undefined;

  @Text({ default: 'demo', doc: 'Name of the demo administrator.' })
  readonly SERVICE_DEMO_USERNAME: string;

  @Text({
    default: 'demodemo',
    secret: true,
    doc: 'Password of the demo administrator; must be changed if HOST is not a loopback address.',
  })
  readonly SERVICE_DEMO_PASSWORD: string;

  // The counts have no default here, so that a number in SERVICE_DEMO_OPTIONS can take effect.
  @OptionalInteger({ min: 1, max: 5000, doc: 'Number of movies; default: the one in SERVICE_DEMO_OPTIONS, else 12.' })
  readonly SERVICE_DEMO_MOVIE_COUNT: number | undefined;

  @OptionalInteger({ min: 1, max: 5000, doc: 'Number of series; default: the one in SERVICE_DEMO_OPTIONS, else 3.' })
  readonly SERVICE_DEMO_SERIES_COUNT: number | undefined;

  @Parsed({
    default: '{}',
    parse: parseJsonObject,
    doc: 'Further demo settings as a JSON object; the separate settings take precedence.',
  })
  readonly SERVICE_DEMO_OPTIONS: Readonly<Record<string, unknown>>;
}

function requireDatabaseName(value: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(value)) {
    refuse('must have at most 63 characters: lower-case letters, _ and, after the first character, digits');
  }
  return value;
}
