/** Program that runs the command `mcp` as the command line does, without the other commands. */
import 'reflect-metadata';
import { Command } from 'commander';
import * as mcp from '../../../src/cli/service/mcp.command';
import { describeFailure } from '../../../src/common/problems/failure';

const program = new Command('cli');
mcp.register(program);
program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${describeFailure(error)}\n`, () => process.exit(1));
});
