import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The console's build. Nothing is inlined: the page runs under `default-src 'self'`, which refuses data: URIs. */
export default defineConfig({
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    manifest: true,
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    // One sheet: a part whose code comes later must not stand there without its style.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Over HTTP/1.1 each of some eighty small files would cost a turn of its own before the first form stands.
            { name: 'first', tags: ['$initial'] },
            // What several later screens share, in pieces that are worth a request.
            { name: 'shared', minShareCount: 2, minSize: 8_000 },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: 'http://127.0.0.1:4000', ws: true } } },
})
