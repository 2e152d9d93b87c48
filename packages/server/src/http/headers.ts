import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * Headers of every reply. No inline script or style, nothing from other origins, no framing. Images and files only from our own
 * origin or made by the page. No browser and no proxy caches a reply, unless a file's own header says otherwise. `https` adds the
 * headers that only make sense there.
 */
export async function commonHeaders(https: boolean): Promise<Readonly<Record<string, string>>> {
  const headers = await headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https,
    crossOriginEmbedderPolicy: false,
  })
  return { ...headers, 'permissions-policy': permissions, 'cache-control': 'no-store' }
}

/** Disables browser features that the console never uses. The microphone is for voice notes, and only for our origin. */
const permissions = [
  ...['camera', 'display-capture', 'geolocation', 'payment', 'usb'].map(feature => `${feature}=()`),
  'microphone=(self)',
].join(', ')

/** The headers that helmet sets. They are the same for every reply, and computing them can take longer than the reply itself. */
async function headersOf(options: HelmetOptions): Promise<Readonly<Record<string, string>>> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  await new Promise<void>((resolve, reject) => {
    helmet(options)(request, response, error => (error === undefined ? resolve() : reject(error)))
  })
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}

/**
 * Whether a page of this origin is ours. The expected origin is that of the public URL. If none is configured, it is the host of
 * the request, since a foreign page cannot choose that.
 */
export function ownOrigin(publicUrl: string | null): (origin: string, request: FastifyRequest) => boolean {
  const expected = publicUrl === null ? null : new URL(publicUrl).origin
  return (origin, request) => {
    if (expected !== null) return origin === expected
    return URL.canParse(origin) && new URL(origin).host === request.headers.host
  }
}
