import { Command } from 'commander';
import { canaryWatch } from '../checks/canary';

/** A module that adds a command to a program. */
interface CommandFile {
  register(program: Command): void;
}

/** Runs a command line with the given commands in this process. Returns the printed text. */
export async function runCommand(commands: readonly CommandFile[], args: readonly string[]): Promise<string> {
  const program = new Command('cli').exitOverride().configureOutput({ writeErr: () => undefined });
  for (const command of commands) command.register(program);
  const printed = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const textOf = (): string => printed.mock.calls.map(([line]) => String(line)).join('\n');
  try {
    await program.parseAsync(args, { from: 'user' });
    return textOf();
  } catch (error) {
    canaryWatch.look(`error of ${args.join(' ')}`, String(error));
    throw error;
  } finally {
    canaryWatch.look(`output of ${args.join(' ')}`, textOf());
    printed.mockRestore();
  }
}
