import { Command } from 'commander';
import { canaryWatch } from './canary';

/** A command's file: it adds itself to the program. */
interface CommandFile {
  register(program: Command): void;
}

/** Runs a command line in this process, with the commands given; gives what it printed. */
export async function runCommand(commands: readonly CommandFile[], args: readonly string[]): Promise<string> {
  const program = new Command('cli').exitOverride().configureOutput({ writeErr: () => undefined });
  for (const command of commands) command.register(program);
  const printed = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await program.parseAsync(args, { from: 'user' });
    const text = printed.mock.calls.map(([line]) => String(line)).join('\n');
    canaryWatch.look(`output of ${args.join(' ')}`, text);
    return text;
  } catch (error) {
    canaryWatch.look(`error of ${args.join(' ')}`, String(error));
    throw error;
  } finally {
    printed.mockRestore();
  }
}
