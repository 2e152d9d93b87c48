import path from 'node:path'
import { defineConfig } from 'vite'

const here = import.meta.dirname

/** The two pages. Nothing is inlined: they run under a policy that refuses data: URIs. */
export default defineConfig({
  root: here,
  build: {
    outDir: path.join(here, '../../../dist/simulator/page'),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [path.join(here, 'index.html'), path.join(here, 'web-chat/index.html')],
      checks: { pluginTimings: false },
    },
  },
})
