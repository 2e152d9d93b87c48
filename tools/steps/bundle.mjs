import { Failure } from './run.mjs'
import { inRoot } from './root.mjs'

/** Packages of many small files, which a start would read one by one. All are plain modules that find no file of their own. */
const bundled = new Set([
  'chrono-node',
  'fastify-type-provider-zod',
  'jose',
  'kysely',
  'libphonenumber-js',
  'zod',
])

/** @param {string} path of an import: "kysely", "zod/v4/core", "@scope/name/part" */
const packageOf = path => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path

/**
 * Installed packages stay outside, but for those named above. So do lazily loaded modules, the demo or a file beside: each is
 * an entry of its own.
 * @type {import('esbuild').Plugin}
 */
const othersStayOutside = {
  name: 'others-stay-outside',
  setup(build) {
    build.onResolve({ filter: /^\.\/.*\.ts$/ }, ({ path: name, kind }) =>
      kind === 'dynamic-import' ? { path: name.replace(/ts$/, 'js'), external: true } : undefined,
    )
    build.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) => {
      if (kind === 'entry-point') return undefined
      const [, demo] = /^@parley\/demo\/(.+)$/.exec(name) ?? []
      if (demo !== undefined && kind === 'dynamic-import')
        return { path: `../demo/${demo}.js`, external: true }
      const isInside = name.startsWith('@parley/') || bundled.has(packageOf(name))
      return isInside ? undefined : { path: name, external: true }
    })
  },
}

/**
 * Bundles our own packages into one file per entry.
 * @param {string} outdir
 * @param {Record<string, string>} entries output name to source
 * @param {{ write?: boolean }} [options] with `write: false` nothing is written
 * @returns {Promise<string[]>} the files it was made of, from the repository's root
 * @throws {Failure} when esbuild refuses the sources (it has then said why)
 */
export async function bundle(outdir, entries, { write = true } = {}) {
  const { build } = await import('esbuild')
  const built = build({
    absWorkingDir: inRoot(),
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, inRoot(source)])),
    outdir: inRoot(outdir),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    sourcesContent: false,
    minifyWhitespace: true,
    metafile: true,
    write,
    logLevel: 'warning',
    plugins: [othersStayOutside],
  })
  const { metafile } = await built.catch(cause => {
    throw new Failure(`${outdir} could not be bundled; the reason is above.`, { cause })
  })
  return Object.keys(metafile.inputs)
}

/** The server's programs, and the demo that it loads in demo mode alone. Output name to source. */
export const serverEntries = {
  main: 'packages/server/src/main.ts',
  parley: 'packages/server/src/parley.ts',
  'judge-worker': 'packages/server/src/auth/judge-worker.ts',
  'learn-worker': 'packages/server/src/intent/learn-worker.ts',
}
export const demoEntries = {
  workspace: 'packages/demo/src/workspace.ts',
  seed: 'packages/demo/src/seed.ts',
}
