import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Failure, run } from './run.mjs'
import { inRoot, root } from './root.mjs'

const inputs = [
  'packages',
  'package-lock.json',
  'tsconfig.base.json',
  'tools/build.mjs',
  'tools/steps/bundle.mjs',
  'tools/steps/learn.mjs',
  'tools/steps/precompress.mjs',
]
const stamp = inRoot('dist/.stamp')

/**
 * A digest of everything the build reads, by content, so that a checkout or a touched file alone does not cause a
 * build. Tests are left out.
 */
export function sourcesDigest() {
  const digest = createHash('sha256').update(process.versions.node)
  for (const input of inputs) addTo(digest, inRoot(input))
  return digest.digest('hex')
}

/** Forgets that dist/ is complete; called before anything in it changes. */
export const forgetBuild = () => fs.rmSync(stamp, { force: true })

/**
 * Records that dist/ was built from these sources.
 * @param {string} digest taken before the build read them
 */
export const recordBuild = digest => fs.writeFileSync(stamp, digest)

/** The digest of the sources that dist/ was built from; null where no build is complete. */
const builtFrom = () => (fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8') : null)

/**
 * Builds if dist/ is missing or older than its sources.
 * @throws {Failure} when the build fails (it has then said why)
 */
export async function ensureBuilt() {
  if (builtFrom() === sourcesDigest()) return
  console.log('Building …')
  const code = await run(process.execPath, ['tools/build.mjs'])
  if (code !== 0) throw new Failure('The build failed; the reason is above.')
}

/**
 * @param {import('node:crypto').Hash} digest
 * @param {string} file
 */
function addTo(digest, file) {
  if (fs.statSync(file).isDirectory()) {
    for (const name of fs.readdirSync(file).toSorted()) {
      if (name !== 'node_modules') addTo(digest, path.join(file, name))
    }
  } else if (!/\.test\.tsx?$/.test(file)) {
    digest.update(path.relative(root, file)).update('\0').update(fs.readFileSync(file)).update('\0')
  }
}

/**
 * Production installs and builds nothing: it names what is missing, with the command that makes it.
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
 *   missing packages; the digest of the build, or null; that of the sources
 * @returns {string | null} the problem and the command that solves it, or null
 */
export function unready({ absent, built, sources }) {
  if (absent.length > 0) return `${absent[0]} is not installed: run npm ci.`
  if (built === null) return 'There is no build: run npm run build.'
  if (built === sources) return null
  return 'The build is older than the sources, or of another Node.js: run npm run build.'
}
