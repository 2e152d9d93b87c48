/*
 * The plainest React page: one button. It is built as the console is, and served compressed.
 * Run with PORT.
 */
import http from 'node:http'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const built = await build({
  stdin: {
    contents: `
      import { createElement } from 'react'
      import { createRoot } from 'react-dom/client'
      createRoot(document.body).render(createElement('button', null, 'Sign in'))`,
    resolveDir: import.meta.dirname,
  },
  bundle: true,
  minify: true,
  write: false,
  define: { 'process.env.NODE_ENV': '"production"' },
})
const page = '<!doctype html><title>Empty</title><body></body><script type="module" src="/page.js"></script>'
const script = gzipSync(built.outputFiles[0]?.text ?? '')

http
  .createServer((request, response) => {
    if (request.url === '/page.js') {
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'gzip' }).end(script)
    } else {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    }
  })
  .listen(Number(process.env.PORT), '127.0.0.1')
process.on('disconnect', () => process.exit(0))
