import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type MessageBody, readReceiptSchema } from '@parley/whatsapp/message-body'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type BusinessNumber, calledNumber } from '../business.ts'
import { type Failure, failureOf, GraphError } from '../errors.ts'
import type { Faults } from '../faults.ts'
import { contentOf } from './message-content.ts'
import { chatOf, digitsOf, type Phone, type PhoneMessage } from '../phone.ts'
import { readMessageBody, recipientOf } from './read-message.ts'
import type { World } from '../world.ts'

const typingMs = 25_000
const statusFirstMs = 5_000

/** POST /{version}/{phone number id}/messages: sends, reactions, and marking as read. */
export function messagesCall(app: FastifyInstance, world: World): void {
  app.post<{ Params: { number: string } }>('/:number/messages', async (request, reply) => {
    request.wireName = 'messages'
    const business = calledNumber(request, world.numbers)
    const receipt = readReceiptSchema.safeParse(request.body)
    if (receipt.success) {
      request.wireName = 'messages read'
      const { message_id: id, typing_indicator: typing } = receipt.data
      return markRead(business, id, typing !== undefined, world)
    }
    const body = readMessageBody(request.body)
    request.wireName = `messages ${body.type}`
    const phone = recipientOf(body, world.book)
    if (body.type === 'reaction') {
      if (await stoppedByFault(request, reply, world)) return reply
      refuseByWindow(world.faults)
      return react(business, body, phone, world, reply.raw)
    }
    const { content, failure: unusable } = contentOf(body, business, world)

    if (await stoppedByFault(request, reply, world)) return reply
    const isTemplate = body.type === 'template'
    if (!isTemplate) refuseByWindow(world.faults)
    const failure =
      unusable ?? failsLater(chatOf(phone, business), world.faults, isTemplate ? null : world.now())
    const message = world.network.accept(phone, business, content)
    if (world.faults.take('status-first') && !failure) {
      const limit = delay(statusFirstMs, undefined, { ref: false })
      await Promise.race([world.network.reportNow(phone, message), limit])
    } else {
      reply.raw.once('close', () => world.network.report(phone, message, failure))
    }
    if (world.faults.take('answer-lost')) {
      request.wireStatus = 'answer lost'
      reply.hijack()
      reply.raw.socket?.destroy()
      return reply
    }
    return accepted(body, phone, message)
  })
}

const bareAnswers = [
  ['bare-429', 429],
  ['bare-500', 500],
] as const

/** Applies the faults that keep a message from being accepted. True when one has answered the request, or broken it off. */
async function stoppedByFault(
  request: FastifyRequest,
  reply: FastifyReply,
  { faults, options }: World,
): Promise<boolean> {
  if (faults.take('server-error')) {
    throw new GraphError(131000, 'Message failed to send due to an unknown error.')
  }
  const code = faults.takeCode('refused')
  if (code !== null)
    throw new GraphError(code, 'The message was refused on demand.', { title: 'Refused', status: 400 })
  for (const [name, status] of bareAnswers) {
    if (!faults.take(name)) continue
    await reply.code(status).send()
    return true
  }
  if (faults.take('time-out')) {
    request.wireStatus = 'time-out'
    reply.hijack()
    const gone = once(reply.raw, 'close')
    const limit = setTimeout(() => reply.raw.socket?.destroy(), options.holdMs)
    await gone
    clearTimeout(limit)
    return true
  }
  if (faults.take('reset')) {
    request.wireStatus = 'reset'
    reply.hijack()
    reply.raw.socket?.resetAndDestroy()
    return true
  }
  return false
}

function accepted(body: MessageBody, phone: Phone, message: PhoneMessage): object {
  const contact = { input: body.to ?? body.recipient, wa_id: digitsOf(phone.number), user_id: phone.userId }
  return { messaging_product: 'whatsapp', contacts: [contact], messages: [{ id: message.id }] }
}

/** Like Meta: everything the customer wrote in this chat up to this message is read; writing shows until an answer or 25 s. */
function markRead(business: BusinessNumber, wamid: string, typing: boolean, { book, now }: World): object {
  const held = book.holding(wamid)
  if (held?.message.direction !== 'INBOUND' || held.message.business !== business)
    throw new GraphError(131009, 'Param message_id is not a received message.')
  const { phone, message } = held
  const chat = chatOf(phone, business)
  for (const older of chat.slice(0, chat.indexOf(message) + 1)) {
    if (older.direction === 'INBOUND' && older.status !== 'read')
      book.update(phone, older, { status: 'read' })
  }
  if (typing) book.typing(phone, business, new Date(now().getTime() + typingMs))
  return { success: true }
}

/** A reaction changes a message and is none. Meta reports it as sent or failed, and nothing else. */
function react(
  business: BusinessNumber,
  body: Extract<MessageBody, { type: 'reaction' }>,
  phone: Phone,
  { book, ids, faults, network, now }: World,
  response: ServerResponse,
): object {
  const held = book.holding(body.reaction.message_id)
  if (held?.phone !== phone || held.message.business !== business)
    throw new GraphError(131009, 'Param reaction.message_id is not known.')
  const failure = failsLater(chatOf(phone, business), faults, now())
  if (failure === null) book.update(phone, held.message, { reaction: body.reaction.emoji || null })
  const reaction = { id: ids.wamid(), business, opaque: body.biz_opaque_callback_data ?? null }
  response.once('close', () => network.reportReaction(phone, reaction, failure))
  return { messaging_product: 'whatsapp', contacts: [], messages: [{ id: reaction.id }] }
}

/** Milliseconds after a customer's newest message in which a business may write free text. */
const windowMs = 24 * 60 * 60_000

const tooLate = failureOf(
  131047,
  'More than 24 hours have passed since the customer last replied to this number.',
)
const undeliverable = failureOf(131026, 'The recipient may not be on WhatsApp.')

/** @throws GraphError 131047 under the fault `window-closed` */
function refuseByWindow(faults: Faults): void {
  if (faults.take('window-closed')) throw new GraphError(tooLate.code, tooLate.details)
}

/**
 * The failure that Meta reports after it accepted a message; null: none. A closed 24-hour window is usually reported so.
 * In a chat without a customer's message the window is unknown, and the message goes.
 * @param now null for a template, which goes whenever it is sent
 */
export function failsLater(chat: readonly PhoneMessage[], faults: Faults, now: Date | null): Failure | null {
  if (now !== null && faults.take('window-closed-later')) return tooLate
  if (faults.take('undeliverable-later')) return undeliverable
  const code = faults.takeCode('refused-later')
  if (code !== null) return { ...failureOf(code, 'The message failed on demand.'), title: 'Refused' }
  if (now === null) return null
  const wroteAt = chat.findLast(({ direction }) => direction === 'INBOUND')?.at
  return wroteAt !== undefined && now.getTime() - wroteAt.getTime() >= windowMs ? tooLate : null
}
