import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { basePath } from '@parley/core/calls'
import { ApiError } from '@parley/core/errors'
import type { FastifyInstance } from 'fastify'

const here = new URL('.', import.meta.url).pathname
/** The build puts the console beside the server's bundle. From source it is in `dist`. */
const places = [path.join(here, '../web'), path.join(here, '../../../../dist/web')]
const yearS = 365 * 24 * 60 * 60

const builtRoot = () => places.find(place => fs.existsSync(path.join(place, 'index.html')))

const cacheControls = {
  hashed: `public, max-age=${yearS}, immutable`,
  theme: `public, max-age=0, stale-while-revalidate=${yearS}`,
  other: 'no-cache',
}

const kindOf = (file: string): keyof typeof cacheControls => {
  if (file.includes(`${path.sep}assets${path.sep}`)) return 'hashed'
  return path.basename(file) === 'theme.js' ? 'theme' : 'other'
}

/**
 * Serves the console's files. Files with a hash in the name are cached for a year. The script that sets the theme holds up the
 * first paint, so a browser uses the one that it has and fetches a newer one for the next time. Every path outside the API
 * that names no file gets the console's page, which browsers revalidate each time. Unknown API paths and files get an error.
 * Robots are excluded.
 */
export async function consoleRoutes(app: FastifyInstance, root = builtRoot()): Promise<void> {
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n'),
  )
  if (root !== undefined) {
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        void reply.header('cache-control', cacheControls[kindOf(file)])
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const place = request.url.split('?')[0] ?? '/'
    const isFile = /\/\.|\.[^/]*$/.test(place)
    const isPage =
      request.method === 'GET' && root !== undefined && !isFile && !place.startsWith(`${basePath}/`)
    if (isPage)
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').sendFile('index.html')
    throw new ApiError('route.not-found', { method: request.method, path: place })
  })
}
