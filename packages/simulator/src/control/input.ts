import { bareType, fileLimits, sendableAs } from '@parley/core/attachments/rules'
import { maxTextLength } from '@parley/core/messages/constants'
import { maxCaptionLength } from '@parley/core/messages/rules'
import { z } from 'zod'
import type { BusinessNumber, BusinessNumbers } from '../business.ts'
import { invalidInput } from '../errors.ts'
import { mimeTypePattern } from '../media-store.ts'
import { readNumber, webhookFields } from '../phone.ts'

/** The chat with one number of the business, by that number's id. */
const number = z.string().max(200).optional()
export const Chat = z.object({ number })

const messageId = z.string().min(1).max(200)
const text = z
  .string()
  .min(1, 'Write a text.')
  .max(maxTextLength, `A text has at most ${maxTextLength} characters.`)
/** The chat, the message that it answers, and whether it was forwarded. */
const around = {
  number,
  reply_to: messageId.optional(),
  forwarded: z.enum(['forwarded', 'frequently_forwarded']).optional(),
}

/** What a customer writes, or another webhook of theirs (`raw`). */
export const Written = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('text'), text, ...around }),
    z.object({
      type: z.literal('raw'),
      message: z.record(z.string(), z.unknown()),
      field: z.enum(webhookFields).default('messages'),
      text: z.string().max(maxTextLength).optional(),
      ...around,
    }),
    ...(['image', 'document', 'audio', 'video'] as const).map(kind =>
      z.object({
        type: z.literal(kind),
        data_base64: z.string().refine(isBase64, 'This is not base64.'),
        filename: z.string().min(1).max(240),
        mime_type: z.string().regex(mimeTypePattern, 'This is not a MIME type.'),
        text: z
          .string()
          .max(maxCaptionLength, `A caption has at most ${maxCaptionLength} characters.`)
          .optional(),
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

const target = { message_id: messageId, number }
/** A reaction to a message, an edit or a deletion; a reaction without an emoji withdraws the last one. */
export const Change = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('reaction'), ...target, emoji: z.string().max(40).nullable() }),
    z.object({ type: z.literal('edit'), ...target, text }),
    z.object({ type: z.literal('revoke'), ...target }),
  ],
  { error: 'The type is reaction, edit or revoke.' },
)
export type Change = z.infer<typeof Change>

export const Tap = z.object({ ...target, choice_id: z.string() })
export const Connection = z.object({ online: z.boolean() })

/** The file of a message that has one. @throws ApiError 400 when WhatsApp's own app would not send it */
export function fileOf({ type, mime_type, data_base64 }: Exclude<Written, { type: 'text' | 'raw' }>): Buffer {
  const bytes = Buffer.from(data_base64, 'base64')
  if (bytes.byteLength > fileLimits.document)
    throw invalidInput('Files of up to 100 MB can be sent.', 'data_base64')
  if (type === 'document') return bytes
  if (!bareType(mime_type).startsWith(`${type}/`))
    throw invalidInput(`The type does not fit ${type}.`, 'mime_type')
  const fit = sendableAs(mime_type, bytes.byteLength)
  if ('problem' in fit) throw invalidInput(fit.problem, 'mime_type')
  return bytes
}

/**
 * The business number with this id; without an id the first.
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
  throw invalidInput('The business has no such number.', field)
}

/** @throws ApiError 400 when it is no phone number */
export function numberParam(spelling: string): string {
  const number = readNumber(spelling)
  if (number !== null) return number
  throw invalidInput('Write the number with its country code, like +256700000001.', 'number')
}

/** @throws ApiError 400 that names the field */
export function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const reading = schema.safeParse(body ?? {}, { reportInput: true })
  if (reading.success) return reading.data
  const [issue] = reading.error.issues
  const field = issue?.path.map(String).join('.') || 'body'
  throw invalidInput(sentenceOf(issue, field), field)
}

function sentenceOf(issue: z.core.$ZodIssue | undefined, field: string): string {
  const isMissing = issue?.input === undefined && /^invalid_(type|value)$/.test(issue?.code ?? '')
  if (isMissing) return `${field} is required.`
  if (issue?.code === 'invalid_value') return `${field} is one of ${issue.values.map(String).join(', ')}.`
  return `${field}: ${issue?.message ?? 'malformed'}`
}
