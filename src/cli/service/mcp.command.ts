import type { Command } from 'commander';
import { processStop } from '../../common/processes/process-stop';
import { MCP_PATH } from '../../mcp/protected-resource';
import { bridgeStdio } from '../../mcp/stdio-bridge';
import { CliError } from '../cli-error';

/** Environment variable with the token. Safer than `--token`, because other users can read process arguments. */
const TOKEN_VARIABLE = 'INTELLIGENCE_TOKEN';

interface McpOptions {
  url: string;
  token?: string;
}

/** Adds `mcp`. */
export function register(program: Command): void {
  program
    .command('mcp')
    .description('Serve the tools of a running service to an MCP client, over standard input and output.')
    .option('--url <url>', 'address of the service', 'http://127.0.0.1:3000')
    .option('--token <token>', `access token; default: the environment variable ${TOKEN_VARIABLE}`)
    .action(runMcp);
}

async function runMcp({ url, token = process.env[TOKEN_VARIABLE] }: McpOptions): Promise<void> {
  if (token === undefined || token === '') throw new CliError(`Give an access token by --token or ${TOKEN_VARIABLE}.`);
  const base = url.endsWith('/') ? url : `${url}/`;
  if (!/^https?:/.test(url) || !URL.canParse(base)) throw new CliError('--url must be an http or https address.');
  const endpoint = new URL(MCP_PATH, base);
  await processStop.unlessRequested(() => bridgeStdio({ endpoint, token }, process.stdin, process.stdout));
}
