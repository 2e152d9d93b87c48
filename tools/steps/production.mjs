import fs from 'node:fs'
import { Failure } from './failure.mjs'
import { inRoot } from './root.mjs'
import { builtFrom, sourcesDigest } from './sources.mjs'

/**
 * Nothing is installed or built where customers are served: what is missing is said, with the command that makes it.
 * @throws {Failure}
 */
export function requireReady() {
  const { dependencies } = JSON.parse(fs.readFileSync(inRoot('packages/server/package.json'), 'utf8'))
  const trouble = unready({
    absent: Object.keys(dependencies).filter(name => !fs.existsSync(inRoot('node_modules', name))),
    built: builtFrom(),
    sources: sourcesDigest(),
  })
  if (trouble !== null) throw new Failure(trouble)
}

/**
 * @param {{ absent: readonly string[], built: string | null, sources: string }} found
 *   packages that are not installed; the digest of what was built, or null; that of what is there
 * @returns {string | null} what to do first, or null
 */
export function unready({ absent, built, sources }) {
  if (absent.length > 0) return `${absent[0]} is not installed: run npm ci.`
  if (built === null) return 'There is no build: run npm run build.'
  if (built === sources) return null
  return 'The build is older than the sources, or of another Node.js: run npm run build.'
}
