/** Parses a Dockerfile. Tests can then execute its instructions in temporary folders, without a container engine. */
import { readFileSync } from 'node:fs';

/** One instruction of a stage, such as `COPY --from=build /build/package ./`. */
interface Instruction {
  readonly keyword: string;
  /** The options before the arguments, without `--`. */
  readonly options: Readonly<Record<string, string>>;
  /** The arguments. */
  readonly text: string;
}

/** A stage: `FROM base AS name` and the instructions after it. */
export interface Stage {
  readonly base: string;
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** The supported instructions of a stage after `FROM`. */
const STAGE_KEYWORDS: ReadonlySet<string> = new Set(
  'WORKDIR COPY RUN ENV USER EXPOSE HEALTHCHECK ENTRYPOINT CMD'.split(' '),
);

/** Reads the stages of a Dockerfile. Throws for an instruction that is unknown here or continues on the next line. */
export function readDockerfile(path: string): readonly Stage[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  const args = new Map<string, string>();
  const stages: { base: string; name: string; instructions: Instruction[] }[] = [];
  for (const line of lines.filter((text) => text !== '' && !text.startsWith('#'))) {
    const instruction = readInstruction(line);
    const { keyword, text } = instruction;
    if (keyword === 'ARG') args.set(...toPair(text));
    else if (keyword === 'FROM') {
      const [image = '', , name = ''] = text.replace(/\$\{(\w+)\}/, (_, arg: string) => args.get(arg) ?? '').split(' ');
      stages.push({ base: image, name, instructions: [] });
    } else if (STAGE_KEYWORDS.has(keyword)) stages.at(-1)?.instructions.push(instruction);
    else throw new Error(`The tests do not support ${keyword}.`);
  }
  return stages;
}

function readInstruction(line: string): Instruction {
  const [keyword = '', ...words] = line.split(' ');
  const options: Record<string, string> = {};
  while (words[0]?.startsWith('--')) {
    const [name, value] = toPair((words.shift() ?? '').slice(2));
    options[name] = value;
  }
  return { keyword, options, text: words.join(' ') };
}

/** Returns the arguments of the last instruction of a stage that has the given keyword; empty if there is none. */
export function lastOf(stage: Stage, keyword: string): string {
  return stage.instructions.findLast((each) => each.keyword === keyword)?.text ?? '';
}

/**
 * Parses arguments in exec form, such as `["node", "a.js"]`. Those of a `HEALTHCHECK` have `CMD` before them. Throws
 * for the shell form, which runs a shell as PID 1.
 */
export function execForm(text: string): readonly string[] {
  return JSON.parse(text.replace(/^CMD /, '')) as string[];
}

/** Returns the variables of the last `ENV NAME=value ...` in a stage. */
export function environmentOf(stage: Stage): Readonly<Record<string, string>> {
  return Object.fromEntries(lastOf(stage, 'ENV').split(' ').map(toPair));
}

/** Splits `name=value`. The value may contain `=`. */
function toPair(text: string): [name: string, value: string] {
  const [name = '', ...parts] = text.split('=');
  return [name, parts.join('=')];
}
