/**
 * `npm run release -- DIRECTORY`: the files of production in a directory of its own, from a finished build: the server, the
 * console, npm's files to install the rest (`npm ci --omit=dev --workspace @parley/server` there), and a bill of
 * materials. No sources, no tools, no tests, no demo.
 */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { Failure, runMain } from './steps/run.mjs'
import { requireReady } from './steps/sources.mjs'
import { inRoot } from './steps/root.mjs'

const copied = ['.npmrc', 'package-lock.json', 'dist/server', 'dist/web', 'deploy', 'docs/operate.md']

await runMain(async () => {
  const [asked, ...rest] = process.argv.slice(2)
  if (asked === undefined || rest.length > 0) throw new Failure('Usage: npm run release -- DIRECTORY')
  const target = path.resolve(process.env.INIT_CWD ?? '.', asked)
  if (fs.existsSync(target) && fs.readdirSync(target).length > 0) {
    throw new Failure(`${target} is not empty: name a new directory.`)
  }
  requireReady()
  for (const place of copied) fs.cpSync(inRoot(place), path.join(target, place), { recursive: true })
  // npm looks at every package that the lock file knows.
  for (const name of fs.readdirSync(inRoot('packages'))) {
    const place = `packages/${name}/package.json`
    if (fs.existsSync(inRoot(place))) fs.cpSync(inRoot(place), path.join(target, place))
  }
  fs.writeFileSync(path.join(target, 'package.json'), releasedPackage())
  fs.writeFileSync(path.join(target, 'dist/bill-of-materials.json'), await billOfMaterials())
})

/** The same with the two commands that are left. */
function releasedPackage() {
  const all = JSON.parse(fs.readFileSync(inRoot('package.json'), 'utf8'))
  const scripts = {
    serve: 'exec node --enable-source-maps dist/server/main.js',
    parley: 'exec node --enable-source-maps dist/server/parley.js',
  }
  return `${JSON.stringify({ ...all, scripts }, null, 2)}\n`
}

/** The packages in the server and the console, in CycloneDX, without download addresses. */
async function billOfMaterials() {
  const of = ['@parley/server', '@parley/web'].flatMap(name => ['--workspace', name])
  const { stdout } = await promisify(execFile)(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', ...of],
    {
      cwd: inRoot(),
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  const bill = JSON.parse(stdout)
  for (const component of bill.components) {
    component.externalReferences = component.externalReferences?.filter(
      (/** @type {{ type: string }} */ { type }) => type !== 'distribution',
    )
  }
  return `${JSON.stringify(bill, null, 1)}\n`
}
