import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The pages, by the file of each. */
const pages: Readonly<Record<string, string>> = { 'index.html': '/', 'web-chat/index.html': '/web-chat/' }

/** GET the pages and /page/*: their files, read once. They lie beside the bundle, or beside the sources. */
export function pageFiles(app: FastifyInstance): void {
  const here = path.dirname(fileURLToPath(import.meta.url))
  const places = [path.join(here, 'page'), path.join(here, '..', 'page')]
  const folder = places.find(place => existsSync(path.join(place, 'index.html')))
  if (folder === undefined) throw new Error(`The files of the page are in none of ${places.join(', ')}.`)

  app.get('/web-chat', async (_request, reply) => reply.redirect('/web-chat/'))
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = types[path.extname(name)]
    if (type === undefined || name === 'tsconfig.json') continue
    const content = readFileSync(path.join(folder, name))
    app.get(pages[name] ?? `/page/${name}`, async (_request, reply) =>
      reply
        .header('content-type', type)
        .header('cache-control', 'no-cache')
        .header('content-security-policy', policy)
        .header('referrer-policy', 'no-referrer')
        .send(content),
    )
  }
}
