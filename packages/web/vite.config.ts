import fs from 'node:fs'
import { createRequire } from 'node:module'
import { defineConfig, type Plugin } from 'vite'
// Vite bundles its configuration, but no packages into it.
import { api, type Call } from '../core/src/calls.ts'
import { plugins } from './plugins.ts'

/**
 * What reads JPEG 2000 pictures of a PDF without compiled code, which the page's policy refuses. pdf.js imports it by this
 * name from the folder it is told (ui/pdf/open-pdf.ts); the name carries its version, since such files are kept for a year.
 */
const jpeg2000: Plugin = {
  name: 'jpeg2000',
  apply: 'build',
  generateBundle() {
    const { resolve } = createRequire(import.meta.url)
    const { version } = JSON.parse(fs.readFileSync(resolve('pdfjs-dist/package.json'), 'utf8'))
    this.emitFile({
      type: 'asset',
      fileName: `assets/pdf-${version}/openjpeg_nowasm_fallback.js`,
      source: fs.readFileSync(resolve('pdfjs-dist/wasm/openjpeg_nowasm_fallback.js')),
    })
  },
}

/** The console needs method, path, access and encoding of a call. The rest are schemas, and rules of the server. */
const routesAlone: Plugin = {
  name: 'routes-alone',
  apply: 'build',
  load: {
    filter: { id: /\/core\/src\/calls\.ts$/ },
    handler: () => {
      const routes = Object.entries<Call>(api).map(([name, { method, path, access, encoding }]) => [
        name,
        { method, path, access, encoding },
      ])
      return `export const api = ${JSON.stringify(Object.fromEntries(routes))}`
    },
  },
}

/**
 * The console reads by the shapes of schemas, so the build takes a small stand-in for zod. Its functions have no effect beyond
 * their value, so schemas that only the server reads fall away: 1 KB of the first load. So do the declarations of calls.
 */
const schemaShapes: Plugin = {
  name: 'schema-shapes',
  apply: 'build',
  enforce: 'pre',
  config() {
    const standIn = new URL('src/client/schema-shapes.ts', import.meta.url).pathname
    const names = fs.readFileSync(standIn, 'utf8').matchAll(/^const (\w+Shapes?) =/gm)
    const manualPureFunctions = [...[...names].map(([, name = '']) => name), ...pureDeclarations]
    return {
      resolve: { alias: { zod: standIn } },
      build: { rolldownOptions: { treeshake: { manualPureFunctions } } },
    }
  },
  transform: {
    filter: { id: /\/core\/src\/.*\.ts$/ },
    handler: code => code.replaceAll(declaration, 'export const $1 = {}'),
  },
}

/** All calls of a resource. */
const declaration = /^export const (\w+) = declare\(\{$[\s\S]*?^\}\)$/gm

/** Functions of core that make schemas. */
const pureDeclarations = ['orElse', 'typedText', 'textOf', 'limited']

/** The console's build. Nothing is inlined: the page runs under `default-src 'self'`, which refuses data: URIs. */
export default defineConfig({
  // Those of React come last: they print the code anew, and ours look for its lines.
  plugins: [jpeg2000, routesAlone, schemaShapes, ...plugins],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Over HTTP/1.1 each of some eighty small files would cost a turn of its own before the first form stands.
            { name: 'first', tags: ['$initial'] },
            // Menus, dialogs and popovers come with nearly every later screen.
            { name: 'overlays', test: /node_modules\/(@base-ui|@floating-ui|use-sync-external-store)\// },
            // What many later screens share; what only two or three share would burden all others.
            { name: 'shared', test: /packages\//, minShareCount: 4, minSize: 8_000 },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: 'http://127.0.0.1:4000', ws: true } } },
})
