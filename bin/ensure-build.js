// Builds when there is no build yet or a source is newer than it, so that `npm run cli` works on a fresh clone.
const { execFileSync } = require('node:child_process');
const { readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => (name === 'metadata.ts' ? 0 : newest(join(path, name)))));
}

function builtAt() {
  try {
    return statSync(join(root, 'dist/src/cli/main.js')).mtimeMs;
  } catch {
    return 0;
  }
}

const sources = ['src', 'bench', 'ormconfig.ts', 'package.json'].map((name) => newest(join(root, name)));
if (builtAt() < Math.max(...sources)) {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
}
