import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { basePath } from '@parley/core/api'
import { Refusal } from '@parley/core/errors'
import type { FastifyInstance } from 'fastify'

const here = new URL('.', import.meta.url).pathname
/** Beside the server's bundle; from source, where the build puts it. */
const places = [path.join(here, '../web'), path.join(here, '../../../../dist/web')]
const year = 365 * 24 * 60 * 60 * 1000

/**
 * The console's files. Names with a hash live for a year; every path that is no file and not below the API is the
 * console's page, which is asked for anew each time. Unknown API paths stay problems.
 */
export async function consoleRoutes(app: FastifyInstance): Promise<void> {
  const root = places.find(place => fs.existsSync(path.join(place, 'index.html')))
  if (root !== undefined) {
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const hashed = file.includes(`${path.sep}assets${path.sep}`)
        void reply.header('cache-control', hashed ? `public, max-age=${year / 1000}, immutable` : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const place = request.url.split('?')[0] ?? '/'
    const isPage = request.method === 'GET' && root !== undefined && !place.startsWith(`${basePath}/`)
    if (isPage)
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').sendFile('index.html')
    throw new Refusal('route.not-found', { method: request.method, path: place })
  })
}
