import { Command } from 'commander';
import { describeFailure } from '../../common/problems/failure';
import { register } from './client.commands';

const program = new Command('intelligence');
register(program);

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
});
