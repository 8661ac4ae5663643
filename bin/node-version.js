// Checks the version of Node. Uses only syntax and functions that old versions have.
const { engines } = require('../package.json');

/** One alternative of `engines.node`: a minimum version. With `^`, only versions of the same major version match. */
const ALTERNATIVE = /^(\^|>=)(\d+)\.(\d+)\.(\d+)$/;

/** The error message for an unsupported version of Node, such as `18.20.4`; null if the version is supported. */
function findVersionError(version) {
  const alternatives = engines.node.split(' || ').map((text) => ALTERNATIVE.exec(text));
  if (alternatives.some((alternative) => satisfies(version, alternative))) return null;
  return `Node ${version} is not supported: install Node 24 or 22. The service needs ${engines.node}.`;
}

function satisfies(version, alternative) {
  const [major, minor, patch] = version.split(/[.-]/).map(Number);
  const [minMajor, minMinor, minPatch] = alternative.slice(2).map(Number);
  if (major !== minMajor) return alternative[1] === '>=' && major > minMajor;
  return minor === minMinor ? patch >= minPatch : minor > minMinor;
}

module.exports = { findVersionError };
