import { Flag, OptionalInteger, OptionalText, Parsed, Text } from './setting.decorators';
import { parseJsonObject, refuse, requireHttpUrl } from './setting-values';

/** The demo mode: where its synthetic catalog comes from and where it is kept. */
export class DemoModeSettings {
  @Flag({ default: false, doc: 'Serve a synthetic catalog in a database of its own.' })
  readonly SERVICE_DEMO_MODE: boolean;

  @OptionalText({ doc: 'Key of the metadata provider; required in demo mode.' })
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
    doc: 'Name of the demo database; it is made if absent.',
  })
  readonly DEMO_DATABASE_NAME: string;

  @Text({ default: 'demo', doc: 'Name of the demo administrator.' })
  readonly SERVICE_DEMO_USERNAME: string;

  @Text({ default: 'demodemo', doc: 'Password of the demo administrator; set your own beyond loopback.' })
  readonly SERVICE_DEMO_PASSWORD: string;

  // The counts have no default: when absent, the options decide, then the planner's own numbers.
  @OptionalInteger({ min: 1, max: 5000, doc: 'Number of movies; 12 unless SERVICE_DEMO_OPTIONS gives another.' })
  readonly SERVICE_DEMO_MOVIE_COUNT: number | undefined;

  @OptionalInteger({ min: 1, max: 5000, doc: 'Number of series; 3 unless SERVICE_DEMO_OPTIONS gives another.' })
  readonly SERVICE_DEMO_SERIES_COUNT: number | undefined;

  @Parsed({ default: '{}', parse: parseJsonObject, doc: 'More demo settings as JSON; single settings win over it.' })
  readonly SERVICE_DEMO_OPTIONS: Readonly<Record<string, unknown>>;
}

function requireDatabaseName(value: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(value)) refuse('must be lower-case letters, digits and _, at most 63');
  return value;
}
