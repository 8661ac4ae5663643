import { Flag, OptionalInteger, OptionalText, Parsed, Text } from './setting.decorators';
import { refuse } from './setting-error';
import { parseJsonObject, requireDatabaseUrl, requireHttpUrl } from './setting-values';

/** Settings for the demo mode: the source, the storage and the size of its catalog, and its administrator. */
export class DemoModeSettings {
  @Flag('Whether to serve a catalog of real metadata, which is in a separate database.')
  readonly SERVICE_DEMO_MODE: boolean;

  @OptionalText('Key of the metadata provider; required in demo mode.', { secret: true })
  readonly METADATA_API_KEY: string | undefined;

  @Parsed('Base URL of the metadata provider.', { default: 'https://api.themoviedb.org/3', parse: requireHttpUrl })
  readonly METADATA_API_BASE_URL: string;

  @OptionalText('Root of the generated media tree; default: demo-media in CACHE_ROOT.')
  readonly SERVICE_DEMO_ROOT: string | undefined;

  @Parsed('Name of the demo database, which is created if it does not exist.', {
    default: 'intelligence_demo',
    parse: requireDatabaseName,
  })
  readonly DEMO_DATABASE_NAME: string;

  @OptionalText(
    'URL of an existing demo database with its own role; default: DEMO_DATABASE_NAME with the role of DATABASE_URL.',
    { check: requireDatabaseUrl, secret: true },
  )
  readonly DEMO_DATABASE_URL: string | undefined;

  @Text('Name of the demo administrator.', { default: 'demo' })
  readonly SERVICE_DEMO_USERNAME: string;

  @Text('Password of the demo administrator; must be changed if HOST is not a loopback address.', {
    default: 'demodemo',
    secret: true,
  })
  readonly SERVICE_DEMO_PASSWORD: string;

  // The counts have no default here, so that a number in SERVICE_DEMO_OPTIONS can take effect.
  @OptionalInteger(
    'Number of movies in all libraries of movies; default: the sum of movie_count of these libraries in SERVICE_DEMO_OPTIONS, with 12 for a library that has no movie_count.',
    { min: 1, max: 5000 },
  )
  readonly SERVICE_DEMO_MOVIE_COUNT: number | undefined;

  @OptionalInteger(
    'Number of series in all libraries of series; default: the sum of series_count of these libraries in SERVICE_DEMO_OPTIONS, with 3 for a library that has no series_count.',
    { min: 1, max: 5000 },
  )
  readonly SERVICE_DEMO_SERIES_COUNT: number | undefined;

  @Parsed('Further demo settings as a JSON object; the separate settings take precedence.', {
    default: '{}',
    parse: parseJsonObject,
  })
  readonly SERVICE_DEMO_OPTIONS: Readonly<Record<string, unknown>>;
}

function requireDatabaseName(value: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(value)) {
    refuse('must have at most 63 characters: lower-case letters, _ and, after the first character, digits');
  }
  return value;
}
