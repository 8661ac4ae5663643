// Checks the version of Node. Uses only syntax and functions that old versions have.
const { engines } = require('../package.json');

/** One alternative of `engines.node`: at least a version, or with `^` at least it and of the same major version. */
const ALTERNATIVE = /^(\^|>=)(\d+)\.(\d+)\.(\d+)$/;

/** The error message for an unsupported version of Node, such as `18.20.4`; null if the version is supported. */
function findRefusal(version) {
  const alternatives = engines.node.split(' || ').map((text) => ALTERNATIVE.exec(text));
  if (alternatives.some((alternative) => isWithin(version, alternative))) return null;
  return `Node ${version} is not supported: install Node 24 or 22. The service needs ${engines.node}.`;
}

function isWithin(version, alternative) {
  const [major, minor, patch] = version.split(/[.-]/).map(Number);
  const [leastMajor, leastMinor, leastPatch] = alternative.slice(2).map(Number);
  if (major !== leastMajor) return alternative[1] === '>=' && major > leastMajor;
  return minor === leastMinor ? patch >= leastPatch : minor > leastMinor;
}

module.exports = { findRefusal };
