import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * Headers of every answer: no inline script or style, nothing from elsewhere, no framing; pictures and files of our own
 * origin or made by the page; and no browser and no proxy keeps an answer, unless a file's own header says otherwise.
 * `https` adds what only makes sense there.
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

/** What the console never asks the browser for, no script in it can; the microphone is for voice notes, and ours alone. */
const permissions = [
  ...['camera', 'display-capture', 'geolocation', 'payment', 'usb'].map(feature => `${feature}=()`),
  'microphone=(self)',
].join(', ')

/** What helmet sets. It is the same for every answer, and takes longer to work out than many an answer. */
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
