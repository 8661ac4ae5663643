/**
 * Program with only the command `mcp`. Unlike the command line, it reads no `.env` file and handles no stop signals.
 */
import 'reflect-metadata';
import { Command } from 'commander';
import * as mcp from '../../../src/cli/service/mcp.command';
import { describeFailure } from '../../../src/common/problems/failure';

const program = new Command('cli');
mcp.register(program);
program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${describeFailure(error)}\n`, () => process.exit(1));
});
