import { Failure } from './failure.mjs'

const oldest = [20, 19]

/**
 * Refuses a Node.js that is too old to build or run Parley.
 * @param {string} version as process.versions.node gives it, "20.19.0"
 * @throws {Failure}
 */
export function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldest
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new Failure(`Node.js ${oldest.join('.')} or newer is needed; this is ${version}.`)
}
