import type { Command } from 'commander';
import { requireServiceUrl } from '../connection-options';
import { makeIntegerParser } from '../integer-option';
import { readPassword } from './read-password';
import { type ConnectionOptions, DEFAULT_URL, logIn, ServiceClient } from './service-client';
import { removeLogin, storeLogin } from './stored-login';
import { type View, viewArtifacts, viewCandidates, viewItems, viewLibraries, viewRelated, viewRun } from './views';

/** Maximum value of `--limit`. The service reduces a value above the maximum of the route to this maximum. */
const LIMIT_MAX = 10_000;

interface GlobalOptions extends ConnectionOptions {
  readonly json?: boolean;
}

interface PageOptions {
  readonly limit?: number;
  readonly cursor?: string;
}

interface ListOptions extends PageOptions {
  readonly library?: string[];
  readonly kind?: string[];
  readonly genre?: string[];
}

/** Adds the options and the commands of the client. */
export function register(program: Command): void {
  program
    .description('Asks an intelligence read-model service about its media catalog.')
    .option('--url <address>', 'address of the service')
    .option('--token <token>', 'access token or API key; default: the environment variable INTELLIGENCE_TOKEN')
    .option('--demo', 'log in to the local demo with the account of the demo')
    .option('--json', 'print the answer as JSON');

  const connect = (): Promise<ServiceClient> => ServiceClient.connect(program.opts<GlobalOptions>());

  const show = async <Answer>(route: string, body: object, view: View<Answer>): Promise<void> => {
    const answer = await (await connect()).post<Answer>(route, body);
    const { json } = program.opts<GlobalOptions>();
    console.log(json === true ? JSON.stringify(answer, null, 2) : view(answer, process.stdout.columns));
  };

  program
    .command('login')
    .description('Store a login for later commands. The password is read from the terminal or from standard input.')
    .requiredOption('--username <name>', 'name of the account')
    .action(async ({ username }: { username: string }) => {
      const url = requireServiceUrl(program.opts<GlobalOptions>().url ?? DEFAULT_URL);
      const { refresh_token: refreshToken } = await logIn(url, username, await readPassword());
      storeLogin({ url, refreshToken });
      console.error(`Logged in to ${url} as ${username}.`);
    });

  program
    .command('logout')
    .description('Remove the stored login.')
    .action(() => removeLogin());

  addPageOptions(program.command('libraries'), 'libraries')
    .description('List the libraries with their counts.')
    .action((options: PageOptions) => show('intelligence/libraries/overview', toRequest(options), viewLibraries));

  addListOptions(program.command('search <words...>'), 'candidates')
    .description('Search items by words, best match first.')
    .option('--facets <kind...>', 'facets to count over all matches, such as genre or language')
    .action((words: string[], { facets, ...options }: ListOptions & { facets?: string[] }) =>
      show(
        'intelligence/candidates:search',
        { query: words.join(' '), ...toRequest(options, 'candidate_limit'), facets },
        viewCandidates,
      ),
    );

  addListOptions(program.command('browse'), 'items')
    .description('List items without a query.')
    .option('--sort <order>', 'order of the items: added, year, title, popularity or last_watched')
    .action(({ sort, ...options }: ListOptions & { sort?: string }) =>
      show('intelligence/items:browse', { ...toRequest(options), sort }, viewItems),
    );

  program
    .command('show <id>')
    .description('Show an item with its people, neighbours, artifacts and related items.')
    .action(async (id: string) => {
      const route = `intelligence/items/${encodeURIComponent(id)}/context`;
      // With `--json`, `show` does not use the view.
      if (program.opts<GlobalOptions>().json === true) return show(route, {}, () => '');
      console.log((await (await connect()).postForMarkdown(route, {})).trimEnd());
    });

  addPageOptions(program.command('related <id>'), 'items')
    .description('List items that are related to an item.')
    .action((id: string, options: PageOptions) =>
      show(`intelligence/items/${encodeURIComponent(id)}/related`, toRequest(options, 'related_limit'), viewRelated),
    );

  addPageOptions(program.command('artifacts [words...]'), 'artifacts')
    .description('List artifacts, newest first, or those that contain the words.')
    .action((words: string[], options: PageOptions) =>
      show(
        'intelligence/artifacts',
        { ...toRequest(options, 'artifact_limit'), query: words.length === 0 ? undefined : words.join(' ') },
        viewArtifacts,
      ),
    );

  addPageOptions(program.command('audit <run>'), 'tool calls')
    .description('Show a run with its tool calls.')
    .action((run: string, options: PageOptions) =>
      show(`intelligence/runs/${encodeURIComponent(run)}/audit`, toRequest(options, 'tool_call_limit'), viewRun),
    );
}

function addPageOptions(command: Command, rows: string): Command {
  return command
    .option('--limit <number>', `maximum number of ${rows}`, makeIntegerParser(1, LIMIT_MAX))
    .option('--cursor <cursor>', 'show the next page: next_cursor in the --json output of the page before');
}

function addListOptions(command: Command, rows: string): Command {
  return addPageOptions(command, rows)
    .option('--library <id...>', 'only these libraries')
    .option('--kind <kind...>', 'only these kinds: movie, series, season, episode')
    .option('--genre <name...>', 'only items with one of these genres');
}

/** Returns the body of a request. `limit` becomes the cap named `cap`; if `cap` is absent, `pagination.limit`. */
function toRequest({ limit, cursor, library, kind, genre }: ListOptions, cap?: string): object {
  return {
    pagination: { limit: cap === undefined ? limit : undefined, cursor },
    ...(cap !== undefined && limit !== undefined && { caps: { [cap]: limit } }),
    library_ids: library,
    media_kinds: kind,
    filters: genre && { genres: { any: genre } },
  };
}
