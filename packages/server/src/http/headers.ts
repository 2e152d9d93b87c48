import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * Security headers of every answer. No inline script or style, nothing from elsewhere, no framing; pictures and files
 * of our own origin or made by the page. `https` adds what only makes sense there.
 */
export async function setSecurityHeaders(app: FastifyInstance, https: boolean): Promise<void> {
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
  const all = { ...headers, 'permissions-policy': permissions }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(all)
    done()
  })
}

/** What the console never asks the browser for, no script in it can; the microphone is for voice notes, and ours alone. */
const permissions = [
  ...['camera', 'display-capture', 'geolocation', 'payment', 'usb'].map(feature => `${feature}=()`),
  'microphone=(self)',
].join(', ')

/** What helmet sets. It is the same for every answer, and takes longer to work out than many an answer. */
async function headersOf(options: HelmetOptions): Promise<OutgoingHttpHeaders> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  await new Promise<void>((resolve, reject) => {
    helmet(options)(request, response, error => (error === undefined ? resolve() : reject(error)))
  })
  return response.getHeaders()
}
