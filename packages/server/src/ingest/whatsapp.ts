import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@parley/core/errors'
import { isSignature, signatureMatches } from '@parley/whatsapp/signature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { ChannelConfig } from '../config/config.ts'
import type { Writer } from '../db/write.ts'
import type { Ingest } from './ingest.ts'
import { TooDeep, webhookJson } from './webhook.ts'

/** The user agent of the doctor's request to the webhook. */
export const doctorAgent = 'parley-doctor'

/** Meta sends up to 3 MB. */
const largestWebhook = 4 * 1024 * 1024

/**
 * The webhook. GET answers Meta's verification. POST checks only the signature over the raw bytes and that they are JSON. It
 * answers 200 once all items are stored.
 * @param recordCheck records verifications and rejected callers; never rejects
 */
export async function webhookRoutes(
  app: FastifyInstance,
  ingest: Ingest,
  channel: ChannelConfig,
  recordCheck: (kind: WebhookCheck) => Promise<void>,
): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: largestWebhook },
      (_request, bytes, done) => {
        done(null, bytes)
      },
    )
    const url = '/channels/whatsapp/webhook'

    scope.get(url, async (request, reply) => {
      const query = request.query as Readonly<Record<string, unknown>>
      const token = query['hub.verify_token']
      const challenge = query['hub.challenge']
      if (query['hub.mode'] !== 'subscribe' || typeof challenge !== 'string')
        throw new ApiError('session.forbidden')
      const verified = isSameSecret(token, channel.verifyToken)
      // A request of `parley doctor` proves nothing about WhatsApp.
      if (request.headers['user-agent'] !== doctorAgent)
        await recordCheck(verified ? 'verified' : 'token-refused')
      if (!verified) throw new ApiError('session.forbidden')
      return reply.type('text/plain').send(challenge)
    })

    const signatureOf = ({ headers }: FastifyRequest): string => {
      const header = headers['x-hub-signature-256']
      if (!isSignature(header)) throw new ApiError('session.missing')
      return header
    }
    // Without a signature the body is not read.
    const onRequest = async (request: FastifyRequest) => {
      signatureOf(request)
    }
    scope.post(url, { bodyLimit: largestWebhook, onRequest }, async (request, reply) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!signatureMatches(channel.appSecret, bytes, signatureOf(request))) {
        await recordCheck('signature-refused')
        throw new ApiError('session.missing')
      }
      const body = bytes.toString('utf8')
      await ingest(body, parsed(body))
      return reply.code(200).send()
    })
  })
}

/** Valid JSON has no raw NUL, which the database would not store. @throws ApiError */
function parsed(text: string): unknown {
  try {
    return webhookJson(text)
  } catch (error) {
    throw ApiError.field('body', error instanceof TooDeep ? error.message : 'is not JSON')
  }
}

/** Requests to the webhook other than valid calls: a verification, one with a wrong token, or a call with a wrong signature. */
type WebhookCheck = 'verified' | 'token-refused' | 'signature-refused'

/** Repeated rejections are recorded at this interval, in milliseconds. */
const keptEveryMs = 10_000

/**
 * Stores when each check happened last. A failure goes to `onTrouble` and changes no response to WhatsApp.
 */
export function recordChecks(
  { db, now }: Pick<Writer, 'db' | 'now'>,
  onTrouble: (error: unknown) => void,
): (kind: WebhookCheck) => Promise<void> {
  const kept = new Map<WebhookCheck, number>()
  return async kind => {
    const at = now()
    if (at.getTime() - (kept.get(kind) ?? Number.NEGATIVE_INFINITY) < keptEveryMs) return
    kept.set(kind, at.getTime())
    try {
      await sql`
        insert into webhook_signs (kind, at) values (${kind}, ${at})
        on conflict (kind) do update set at = excluded.at`.execute(db)
    } catch (error) {
      onTrouble(error)
    }
  }
}

/** Compares in constant time, for any lengths. */
export function isSameSecret(given: unknown, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret))
}
