import type { FastifyRequest } from 'fastify'

/**
 * Whether a page of this origin is ours: the public URL's, or where none is configured the host the request itself was
 * sent to, since a foreign page cannot choose that.
 */
export function ownOrigin(publicUrl: string | null): (origin: string, request: FastifyRequest) => boolean {
  const expected = publicUrl === null ? null : new URL(publicUrl).origin
  return (origin, request) => {
    if (expected !== null) return origin === expected
    return URL.canParse(origin) && new URL(origin).host === request.headers.host
  }
}
