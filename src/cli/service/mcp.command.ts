import type { Command } from 'commander';
import { processStop } from '../../common/processes/process-stop';
import { MCP_PATH } from '../../mcp/protected-resource';
import { bridgeStdio } from '../../mcp/stdio-bridge';
import { CliError } from '../cli-error';
import { requireServiceUrl, requireToken, TOKEN_VARIABLE } from '../connection-options';

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
    .option('--token <token>', `access token or API key; default: the environment variable ${TOKEN_VARIABLE}`)
    .action(runMcp);
}

async function runMcp({ url, token = process.env[TOKEN_VARIABLE] }: McpOptions): Promise<void> {
  if (token === undefined || token === '') {
    throw new CliError(`Give an access token or an API key by --token or ${TOKEN_VARIABLE}.`);
  }
  const endpoint = new URL(MCP_PATH, `${requireServiceUrl(url)}/`);
  const target = { endpoint, token: requireToken(token) };
  await processStop.unlessRequested(() => bridgeStdio(target, process.stdin, process.stdout));
}
