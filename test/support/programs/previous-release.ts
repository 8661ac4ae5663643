/** The sources of the previous release, for tests that run it beside this release. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../root';

/**
 * The commit of the previous release. Change it with each release. The environment variable of the same name overrides
 * it with another commit or tag.
 */
const PREVIOUS_RELEASE = process.env['PREVIOUS_RELEASE'] ?? 'f07bced3807c8f558996eac7252faba48f66f76b';

const git = (...args: string[]): Buffer =>
  execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 28 });

/** Whether the history of this clone contains the previous release. If not, prints why its tests are skipped. */
export function hasPreviousRelease(): boolean {
  try {
    git('cat-file', '-e', `${PREVIOUS_RELEASE}^{commit}`);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : '';
    process.stderr.write(`Tests with the previous release are skipped: ${PREVIOUS_RELEASE} is not here (${reason}).\n`);
    return false;
  }
}

/** Writes the sources of the previous release to a temporary directory and returns its path. The caller removes it. */
export function extractPreviousRelease(): string {
  const directory = mkdtempSync(join(tmpdir(), 'previous-release-'));
  const archive = git('archive', PREVIOUS_RELEASE, 'src', 'test/support', '.swcrc', 'package.json');
  execFileSync('tar', ['-x', '-C', directory], { input: archive });
  return directory;
}
