import formbody from '@fastify/formbody'
import { Refusal } from '@parley/core/errors'
import type { FastifyInstance } from 'fastify'

/** JSON and form bodies. An empty JSON body is no body, on every call; other media types are refused in words. */
export async function acceptBodies(app: FastifyInstance): Promise<void> {
  await app.register(formbody)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    const body = String(text)
    if (body.trim() === '') return done(null, undefined)
    try {
      return done(null, JSON.parse(body))
    } catch {
      // The parser's own message quotes the text, which may be a customer's.
      return done(Refusal.field('body', 'is not valid JSON'))
    }
  })
}
