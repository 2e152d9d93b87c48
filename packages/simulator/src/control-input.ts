import { bareType, captionLimit, mediaKindFor, mediaLimits, textLimit } from '@parley/whatsapp/limits'
import { z } from 'zod'
import type { BusinessNumber, BusinessNumbers } from './business.ts'
import { faultNames } from './faults.ts'
import { mimeTypePattern } from './media-store.ts'
import { readNumber } from './number.ts'
import { webhookFields } from './phone.ts'
import { Refused } from './refusals.ts'
import { type Scenario, scenarioSchema } from './scenario.ts'

/** The chat with one number of the business, by that number's id. */
const number = z.string().max(200).optional()
export const ofChat = z.object({ number })

/** The chat, the message that it answers, and whether it came from another chat. */
const around = {
  number,
  reply_to: z.string().min(1).max(200).optional(),
  forwarded: z.enum(['forwarded', 'frequently_forwarded']).optional(),
}

const written = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('text'),
      text: z.string().min(1, 'Write a text.').max(textLimit, `A text has at most ${textLimit} characters.`),
      ...around,
    }),
    z.object({
      type: z.literal('raw'),
      message: z.record(z.string(), z.unknown()),
      field: z.enum(webhookFields).default('messages'),
      text: z.string().max(textLimit).optional(),
      ...around,
    }),
    ...(['image', 'document', 'audio', 'video'] as const).map(kind =>
      z.object({
        type: z.literal(kind),
        data_base64: z.string().refine(isBase64, 'This is not base64.'),
        filename: z.string().min(1).max(240),
        mime_type: z.string().regex(mimeTypePattern, 'This is not a MIME type.'),
        text: z.string().max(captionLimit, `A caption has at most ${captionLimit} characters.`).optional(),
        ...around,
      }),
    ),
  ],
  { error: 'The type is text, image, document, audio, video or raw.' },
)
/** What a customer writes. */
export type Written = z.infer<typeof written>

// Looking for what must not be there needs no backtracking, however long the text.
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/=]/.test(text)
}

const target = z.string().min(1).max(200)
const changed = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('reaction'),
      message_id: target,
      number,
      emoji: z.string().max(40).nullable(),
    }),
    z.object({
      type: z.literal('edit'),
      message_id: target,
      number,
      text: z.string().min(1, 'Write a text.').max(textLimit, `A text has at most ${textLimit} characters.`),
    }),
    z.object({ type: z.literal('revoke'), message_id: target, number }),
  ],
  { error: 'The type is reaction, edit or revoke.' },
)
/** What a customer does to a message that is there; a reaction without an emoji takes the last one back. */
export type Changed = z.infer<typeof changed>

const timesSentence = 'The times are a whole number from 1 to 10,000.'
const faultName = z.enum(faultNames, { error: `The name is one of ${faultNames.join(', ')}.` })
const armed = z.object({
  name: faultName,
  times: z.int(timesSentence).min(1, timesSentence).max(10_000, timesSentence).default(1),
  code: z.int('The code is a whole number.').min(0, 'The code is 0 or more.').optional(),
})
const cleared = z.object({ clear: z.literal(true), name: faultName.optional() })
/** A fault to arm, or to end: one, or all when no name is given. */
export type FaultOrder = z.infer<typeof armed> | z.infer<typeof cleared>

/** @throws Refused 400 that names the field */
export function readWritten(body: unknown): Written {
  return parse(written, body)
}

/** @throws Refused 400 that names the field */
export function readChange(body: unknown): Changed {
  return parse(changed, body)
}

/** The file of a message that has one. @throws Refused 400 when WhatsApp's own app would not send it */
export function fileOf(message: Exclude<Written, { type: 'text' | 'raw' }>): Buffer {
  const bytes = Buffer.from(message.data_base64, 'base64')
  if (bytes.byteLength > mediaLimits.document) {
    throw new Refused(400, 'input.invalid', 'Files of up to 100 MB can be sent.', 'data_base64')
  }
  const fit = mediaKindFor(message.mime_type, bytes.byteLength)
  if (message.type !== 'document' && !bareType(message.mime_type).startsWith(`${message.type}/`)) {
    throw new Refused(400, 'input.invalid', `The type does not fit ${message.type}.`, 'mime_type')
  }
  if (message.type !== 'document' && 'problem' in fit) {
    throw new Refused(400, 'input.invalid', fit.problem, 'mime_type')
  }
  return bytes
}

/** @throws Refused 400 that names the field */
export function readFault(body: unknown): FaultOrder {
  const clears = typeof body === 'object' && body !== null && 'clear' in body
  return clears ? parse(cleared, body) : parse(armed, body)
}

const minutes = 'The minutes are a whole number, at most 30 days either way.'

/** @throws Refused 400 that names the field */
export function readClock(body: unknown): { ahead_minutes: number } {
  const ahead = z.int(minutes).min(-43_200, minutes).max(43_200, minutes)
  return parse(z.object({ ahead_minutes: ahead }), body)
}

const speed = z
  .number()
  .min(0.1, 'The speed is from 0.1 to 1,000.')
  .max(1_000, 'The speed is from 0.1 to 1,000.')

/** What to play: one that is there, by its name, or one that is given. @throws Refused 400 that names the field */
export function readPlay(body: unknown): {
  name?: string | undefined
  scenario?: Scenario | undefined
  speed: number
} {
  const asked = parse(
    z.object({ name: z.string().optional(), scenario: scenarioSchema.optional(), speed: speed.default(1) }),
    body,
  )
  if ((asked.name === undefined) === (asked.scenario === undefined)) {
    throw new Refused(400, 'input.invalid', 'Give a name or a scenario.', 'name')
  }
  return asked
}

/** @throws Refused 400 that names the field */
export function readRecording(body: unknown): { on: boolean; title: string } {
  return parse(
    z.object({ on: z.boolean(), title: z.string().trim().min(1).max(100).default('Recorded') }),
    body,
  )
}

/** @throws Refused 400 that names the field */
export function readTap(body: unknown): {
  message_id: string
  choice_id: string
  number?: string | undefined
} {
  return parse(z.object({ message_id: z.string(), choice_id: z.string(), number }), body)
}

/** @throws Refused 400 that names the field */
export function readConnection(body: unknown): { online: boolean } {
  return parse(z.object({ online: z.boolean() }), body)
}

/** @throws Refused 400 that names the field */
export function readNewPhone(body: unknown): { number: string; name?: string | undefined } {
  const { number, name } = parse(
    z.object({ number: z.string(), name: z.string().trim().max(60).optional() }),
    body,
  )
  return { number: numberParam(number), name: name || undefined }
}

/**
 * The business number with this id, the first where none is said.
 * @param field what named it
 * @throws Refused 400 when there is none
 */
export function businessOf(
  { find, first }: BusinessNumbers,
  id: string | undefined,
  field = 'number',
): BusinessNumber {
  const business = id === undefined ? first : find(id)
  if (business) return business
  throw new Refused(400, 'input.invalid', 'The business has no such number.', field)
}

/** @throws Refused 400 when it is no phone number */
export function numberParam(spelling: string): string {
  const number = readNumber(spelling)
  if (number !== null) return number
  throw new Refused(
    400,
    'input.invalid',
    'Write the number with its country code, like +256700000001.',
    'number',
  )
}

/** @throws Refused 400 that names the field */
export function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const reading = schema.safeParse(body ?? {}, { reportInput: true })
  if (reading.success) return reading.data
  const [issue] = reading.error.issues
  const field = issue?.path.map(String).join('.') || 'body'
  const missing = issue?.code === 'invalid_type' && issue.input === undefined
  const sentence = missing ? `${field} is required.` : `${field}: ${issue?.message ?? 'malformed'}`
  throw new Refused(400, 'input.invalid', sentence, field)
}
