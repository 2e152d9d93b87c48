/**
 * `npm run build`: dist/ from the sources, ready to run: the server's and the simulator's bundles with the files
 * they read, and the console with compressed copies of its files. `npm run build -- server web` builds only those.
 */
import fs from 'node:fs'
import { bundle, demoEntries, serverEntries } from './steps/bundle.mjs'
import { Failure, runMain } from './steps/run.mjs'
import { ensureLearnt, modelFile } from './steps/learn.mjs'
import { precompress } from './steps/precompress.mjs'
import { inRoot } from './steps/root.mjs'
import { forgetBuild, recordBuild, sourcesDigest } from './steps/sources.mjs'

const parts = {
  server: buildServer,
  demo: buildDemo,
  simulator: buildSimulator,
  web: buildWeb,
}

await runMain(async () => {
  const asked = process.argv.slice(2)
  const unknown = asked.find(name => !Object.hasOwn(parts, name))
  if (unknown) throw new Failure(`There is no part "${unknown}": ${Object.keys(parts).join(', ')}.`)
  const digest = sourcesDigest()
  forgetBuild()
  fs.mkdirSync(inRoot('dist'), { recursive: true })
  const chosen = Object.entries(parts).filter(([name]) => asked.length === 0 || asked.includes(name))
  await Promise.all(chosen.map(([name, build]) => timed(name, build)))
  if (asked.length === 0) recordBuild(digest)
})

async function buildServer() {
  await Promise.all([bundle('dist/server', serverEntries), ensureLearnt()])
  fs.copyFileSync(modelFile, inRoot('dist/server/intents.model'))
  replace('packages/intents/data', 'dist/server/lessons')
  replace('packages/server/migrations', 'dist/server/migrations')
}

async function buildDemo() {
  await bundle('dist/demo', demoEntries)
  replace('packages/demo/files', 'dist/demo/files')
}

async function buildSimulator() {
  const { build } = await import('vite')
  await bundle('dist/simulator', { main: 'packages/simulator/src/main.ts' })
  await build({ configFile: inRoot('packages/simulator/page/vite.config.ts'), logLevel: 'warn' })
}

async function buildWeb() {
  const { build } = await import('vite')
  fs.rmSync(inRoot('dist/web'), { recursive: true, force: true })
  await build({ root: inRoot('packages/web'), logLevel: 'warn', build: { outDir: inRoot('dist/web') } })
  await precompress(inRoot('dist/web'))
}

/**
 * @param {string} from
 * @param {string} to
 */
function replace(from, to) {
  if (!fs.existsSync(inRoot(from))) throw new Failure(`${from} does not exist.`)
  fs.rmSync(inRoot(to), { recursive: true, force: true })
  fs.cpSync(inRoot(from), inRoot(to), { recursive: true })
}

/**
 * @param {string} name
 * @param {() => Promise<unknown>} build
 */
async function timed(name, build) {
  const started = performance.now()
  await build()
  console.log(`  ${name} ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
