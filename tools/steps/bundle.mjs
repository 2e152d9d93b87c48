import { Failure } from './failure.mjs'
import { inRoot } from './root.mjs'

/** @type {import('esbuild').Plugin} */
const installedStaysOutside = {
  name: 'installed-stays-outside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || name.startsWith('@parley/') ? undefined : { path: name, external: true },
    )
  },
}

/**
 * Bundles our own packages into one file per entry; what npm installed stays outside.
 * @param {string} outdir
 * @param {Record<string, string>} entries output name to source
 * @throws {Failure} when esbuild refuses the sources (it has then said why)
 */
export async function bundle(outdir, entries) {
  const { build } = await import('esbuild')
  const built = build({
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, inRoot(source)])),
    outdir: inRoot(outdir),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [installedStaysOutside],
  })
  await built.catch(cause => {
    throw new Failure(`${outdir} could not be bundled; the reason is above.`, { cause })
  })
}
