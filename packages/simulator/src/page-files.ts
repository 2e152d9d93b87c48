import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
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

/** GET the files of the built pages, read once from this folder. */
export function pageFiles(app: FastifyInstance, folder: string): void {
  app.get('/web-chat', async (_request, reply) => reply.redirect('/web-chat/'))
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = types[path.extname(name)]
    if (type === undefined) continue
    const content = readFileSync(path.join(folder, name))
    app.get(`/${name.replace(/index\.html$/, '')}`, async (_request, reply) =>
      reply
        .header('content-type', type)
        .header('cache-control', 'no-cache')
        .header('content-security-policy', policy)
        .header('referrer-policy', 'no-referrer')
        .send(content),
    )
  }
}
