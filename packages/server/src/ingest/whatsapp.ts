import { createHash, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@parley/core/errors'
import { isSignature, signatureMatches } from '@parley/whatsapp/signature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { ChannelConfig } from '../config.ts'
import type { Writer } from '../db/write.ts'
import type { Ingest } from './ingest.ts'

/** What the doctor calls itself when it looks at the webhook. */
export const doctorAgent = 'parley-doctor'

/** Meta sends up to 3 MB. */
const largestWebhook = 4 * 1024 * 1024

/**
 * The webhook. GET answers Meta's verification. POST checks the signature over the raw bytes and that they are JSON,
 * nothing more, and answers 200 once everything in them is stored.
 * @param keepSign keeps when the address was verified, and when a caller was refused; never rejects
 */
export async function webhookRoutes(
  app: FastifyInstance,
  ingest: Ingest,
  channel: ChannelConfig,
  keepSign: (kind: WebhookSign) => Promise<void>,
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
        throw new Refusal('session.forbidden')
      const verified = isSameSecret(token, channel.verifyToken)
      // Our own doctor comes from this side and proves nothing of WhatsApp.
      if (request.headers['user-agent'] !== doctorAgent)
        await keepSign(verified ? 'verified' : 'token-refused')
      if (!verified) throw new Refusal('session.forbidden')
      return reply.type('text/plain').send(challenge)
    })

    const signatureOf = ({ headers }: FastifyRequest): string => {
      const header = headers['x-hub-signature-256']
      if (!isSignature(header)) throw new Refusal('session.missing')
      return header
    }
    // Nothing is read of a body without a signature.
    const onRequest = async (request: FastifyRequest) => {
      signatureOf(request)
    }
    scope.post(url, { bodyLimit: largestWebhook, onRequest }, async (request, reply) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!signatureMatches(channel.appSecret, bytes, signatureOf(request))) {
        await keepSign('signature-refused')
        throw new Refusal('session.missing')
      }
      const body = bytes.toString('utf8')
      await ingest(body, parsed(body))
      return reply.code(200).send()
    })
  })
}

/** No NUL in the text then, which the database would not store: JSON has it escaped. @throws Refusal */
function parsed(text: string): unknown {
  try {
    return webhookJson(text)
  } catch (error) {
    throw Refusal.field('body', error instanceof TooDeep ? error.message : 'is not JSON')
  }
}

/**
 * What came to the webhook beside calls that were signed well: it was verified, somebody asked with another word than ours,
 * or a call came with a signature that does not match.
 */
export type WebhookSign = 'verified' | 'token-refused' | 'signature-refused'

/** Who is refused may come as often as they like: this often it is kept, in milliseconds. */
const keptEveryMs = 10_000

/**
 * Keeps when each was last seen. What cannot be kept is told and changes no answer to WhatsApp.
 * @returns resolves when it is kept, or was told of
 */
export function keepSigns(
  { db, now }: Pick<Writer, 'db' | 'now'>,
  onTrouble: (error: unknown) => void,
): (kind: WebhookSign) => Promise<void> {
  const kept = new Map<WebhookSign, number>()
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

/** Half of a pair, which stands for no character; JSON can only have it escaped. */
const mayHoldHalf = /\\u[dD][89a-fA-F]/
const half = /\p{Surrogate}/gu

/** WhatsApp nests about ten. Whatever reads or writes a document much deeper runs out of stack. */
export const mostLevels = 200

/** Its message ends “The document …”. */
export class TooDeep extends Error {}

/**
 * A webhook's body as JSON. Halves of characters become the sign for an unreadable one, as the database would make them:
 * else an id that is looked up would be another one than was stored.
 * @throws TooDeep, SyntaxError
 */
export function webhookJson(text: string): unknown {
  if (isTooDeep(text)) throw new TooDeep(`is nested deeper than ${mostLevels} levels`)
  return mayHoldHalf.test(text) ? JSON.parse(text, wholeCharacters) : JSON.parse(text)
}

const wholeCharacters = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(half, '\uFFFD') : value

const [quote, backslash, openList, closeList, openObject, closeObject] = [34, 92, 91, 93, 123, 125]

/** Told from the brackets outside of strings, before anything is made of them. */
function isTooDeep(text: string): boolean {
  let level = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === backslash) at += 1
      else if (code === quote) isInString = false
    } else if (code === quote) isInString = true
    else if (code === openList || code === openObject) {
      level += 1
      if (level > mostLevels) return true
    } else if (code === closeList || code === closeObject) level -= 1
  }
  return false
}

/** Whether what was given is the secret, compared in constant time, whatever the lengths. */
export function isSameSecret(given: unknown, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret))
}
