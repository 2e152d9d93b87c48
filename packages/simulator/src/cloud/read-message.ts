import { type MessageBody, messageBodySchema } from '@parley/whatsapp/message-body'
import type { z } from 'zod'
import { GraphError } from '../errors.ts'
import { type Phone, type PhoneBook, readNumber } from '../phone.ts'

/**
 * The body of a messages call, checked against Meta's limits. Like Meta it takes a missing type for text.
 * @throws GraphError with the code Meta gives and details that name the parameter
 */
export function readMessageBody(body: unknown): MessageBody {
  const given = typeof body === 'object' && body !== null ? body : {}
  if (!('messaging_product' in given)) {
    throw new GraphError(100, 'The parameter messaging_product is required.')
  }
  const reading = messageBodySchema.safeParse(unwrapped({ type: 'text', ...given }), { reportInput: true })
  if (reading.success) return reading.data
  const [issue] = reading.error.issues
  throw issue ? refusalOf(issue) : new GraphError(100, 'The body is malformed.')
}

/** Graph takes a parameter as JSON in a string too, as some libraries write contact cards. */
function unwrapped(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { type } = given
  const part = typeof type === 'string' ? given[type] : undefined
  if (typeof type !== 'string' || typeof part !== 'string') return given
  try {
    return { ...given, [type]: JSON.parse(part) as unknown }
  } catch {
    // A text, which the schema refuses with the parameter's name.
    return given
  }
}

function refusalOf(issue: z.core.$ZodIssue): GraphError {
  const name = issue.path.map(String).join('.') || 'body'
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return new GraphError(131008, `The parameter ${name} is required.`)
  }
  if (issue.code === 'too_big') {
    const most = `at most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : 'entries'} long`
    return new GraphError(100, `Param ${name} must be ${most}.`)
  }
  return new GraphError(131009, `Param ${name}: ${issue.message}`)
}

/**
 * The phone a message goes to, by number or by user id; a new number gets a phone.
 * @throws GraphError when there is none
 */
export function recipientOf(body: Pick<MessageBody, 'to' | 'recipient'>, book: PhoneBook): Phone {
  if (body.to !== undefined) {
    const number = readNumber(body.to)
    if (number !== null) return book.open(number)
    throw new GraphError(131026, 'The recipient is not a phone number.')
  }
  if (body.recipient === undefined) {
    throw new GraphError(131008, 'The parameter to is required.')
  }
  const phone = book.findByUserId(body.recipient)
  if (phone) return phone
  throw new GraphError(131026, 'The recipient is not known.')
}
