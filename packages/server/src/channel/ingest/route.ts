import { Refusal } from '@parley/core/errors'
import { isSignature, signatureMatches } from '@parley/whatsapp/signature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ChannelConfig } from '../../config.ts'
import { doctorAgent } from '../doctor-agent.ts'
import type { Ingest } from './ingest.ts'
import { isSameSecret } from '../same-secret.ts'
import { TooDeep, webhookJson } from '../webhook-json.ts'
import type { WebhookSign } from '../webhook-signs.ts'

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
