import { bareType, captionLimit, mediaKindFor, mediaLimits, textLimit } from '@parley/whatsapp/limits'
import { z } from 'zod'
import type { BusinessNumber, BusinessNumbers } from './business.ts'
import { faultNames } from './faults.ts'
import { mimeTypePattern } from './media-store.ts'
import { readNumber, webhookFields } from './phone.ts'
import { ApiError } from './errors.ts'

/** The chat with one number of the business, by that number's id. */
const number = z.string().max(200).optional()
export const ofChat = z.object({ number })

/** The chat, the message that it answers, and whether it came from another chat. */
const around = {
  number,
  reply_to: z.string().min(1).max(200).optional(),
  forwarded: z.enum(['forwarded', 'frequently_forwarded']).optional(),
}

export const Written = z.discriminatedUnion(
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
export type Written = z.infer<typeof Written>

// A search for a forbidden character needs no backtracking, however long the text.
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/=]/.test(text)
}

const target = z.string().min(1).max(200)
/** A reaction to a message, an edit or a deletion; a reaction without an emoji takes the last one back. */
export const Change = z.discriminatedUnion(
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
export type Change = z.infer<typeof Change>

const timesSentence = 'The times are a whole number from 1 to 10,000.'
const faultName = z.enum(faultNames, { error: `The name is one of ${faultNames.join(', ')}.` })
export const ArmedFault = z.object({
  name: faultName,
  times: z.int(timesSentence).min(1, timesSentence).max(10_000, timesSentence).default(1),
  code: z.int('The code is a whole number.').min(0, 'The code is 0 or more.').optional(),
})
export const ClearedFault = z.object({ clear: z.literal(true), name: faultName.optional() })

/** The file of a message that has one. @throws ApiError 400 when WhatsApp's own app would not send it */
export function fileOf(message: Exclude<Written, { type: 'text' | 'raw' }>): Buffer {
  const bytes = Buffer.from(message.data_base64, 'base64')
  if (bytes.byteLength > mediaLimits.document) {
    throw new ApiError(400, 'input.invalid', 'Files of up to 100 MB can be sent.', 'data_base64')
  }
  const fit = mediaKindFor(message.mime_type, bytes.byteLength)
  if (message.type !== 'document' && !bareType(message.mime_type).startsWith(`${message.type}/`)) {
    throw new ApiError(400, 'input.invalid', `The type does not fit ${message.type}.`, 'mime_type')
  }
  if (message.type !== 'document' && 'problem' in fit) {
    throw new ApiError(400, 'input.invalid', fit.problem, 'mime_type')
  }
  return bytes
}

const minutes = 'The minutes are a whole number, at most 30 days either way.'

export const Clock = z.object({
  ahead_minutes: z.int(minutes).min(-43_200, minutes).max(43_200, minutes),
})
export const Tap = z.object({ message_id: z.string(), choice_id: z.string(), number })
export const Connection = z.object({ online: z.boolean() })
export const NewPhone = z.object({ number: z.string(), name: z.string().trim().max(60).optional() })

/**
 * The business number with this id, the first where none is said.
 * @param field the field that named it
 * @throws ApiError 400 when there is none
 */
export function businessOf(
  { find, first }: BusinessNumbers,
  id: string | undefined,
  field = 'number',
): BusinessNumber {
  const business = id === undefined ? first : find(id)
  if (business) return business
  throw new ApiError(400, 'input.invalid', 'The business has no such number.', field)
}

/** @throws ApiError 400 when it is no phone number */
export function numberParam(spelling: string): string {
  const number = readNumber(spelling)
  if (number !== null) return number
  throw new ApiError(
    400,
    'input.invalid',
    'Write the number with its country code, like +256700000001.',
    'number',
  )
}

/** @throws ApiError 400 that names the field */
export function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const reading = schema.safeParse(body ?? {}, { reportInput: true })
  if (reading.success) return reading.data
  const [issue] = reading.error.issues
  const field = issue?.path.map(String).join('.') || 'body'
  const missing = issue?.code === 'invalid_type' && issue.input === undefined
  const sentence = missing ? `${field} is required.` : `${field}: ${issue?.message ?? 'malformed'}`
  throw new ApiError(400, 'input.invalid', sentence, field)
}
