import { z } from 'zod'
import type { CallOptions, ClientOptions } from './client.ts'
import { failureOf, harmless, jsonOf, type Refusal, refusalOf, type Unreached } from './outcome.ts'

/** The state of a business number, in WhatsApp's terms; null: WhatsApp gave none. */
export type NumberHealth = {
  /** The number in its usual notation, such as +256 700 000 000. */
  displayNumber: string | null
  /** GREEN, YELLOW, RED or UNKNOWN. */
  quality: string | null
  /** CONNECTED, FLAGGED, RESTRICTED, BANNED, … */
  standing: string | null
  /** AVAILABLE, LIMITED or BLOCKED: the worst of number, account, business and app. */
  sending: string | null
  /** Why it is not AVAILABLE. */
  said: string | null
}

/**
 * `refused`: our access is not accepted, or not for this number. `noSuchNumber`: WhatsApp has no number with this id, or none
 * that the token may see.
 */
export type HealthOutcome =
  | ({ outcome: 'found' } & NumberHealth)
  | Refusal
  | (Unreached & { noSuchNumber?: boolean })

const word = z.string().min(1).max(100).nullable().catch(null)
const problem = z.looseObject({ error_description: word, possible_solution: word })
const node = z.looseObject({
  display_phone_number: word,
  quality_rating: word,
  status: word,
  health_status: z
    .looseObject({
      can_send_message: word,
      entities: z
        .array(z.looseObject({ can_send_message: word, errors: z.array(problem).catch([]) }))
        .catch([]),
    })
    .nullable()
    .catch(null),
})

const fields = 'display_phone_number,quality_rating,status,health_status'

/** Asks WhatsApp for the state of the token's number. Changes nothing. Never throws for the network. */
export async function readNumberHealth(
  { apiUrl, version, phoneNumberId, accessToken, fetch: request = fetch }: ClientOptions,
  { timeoutMs, signal }: CallOptions,
): Promise<HealthOutcome> {
  const limit = AbortSignal.timeout(timeoutMs)
  const place = `${apiUrl.replace(/\/$/, '')}/${version}/${encodeURIComponent(phoneNumberId)}`
  try {
    const answer = await request(`${place}?fields=${fields}`, {
      headers: { authorization: `Bearer ${accessToken}` },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    const body = jsonOf(await answer.text())
    if (!answer.ok) {
      const refusal = harmless(refusalOf(answer.status, body))
      // Any other refusal is not about our access.
      if (refusal.outcome === 'unreached' || refusal.retry === 'channel') return refusal
      const reason = `refused with ${refusal.code}`
      return { outcome: 'unreached', reason, ...(saysNoSuchObject(body) && { noSuchNumber: true }) }
    }
    const read = node.safeParse(body)
    return read.success
      ? { outcome: 'found', ...healthOf(read.data) }
      : { outcome: 'unreached', reason: 'unreadable answer' }
  } catch (error) {
    return harmless(failureOf(error))
  }
}

const noSuchObject = z.looseObject({
  error: z.looseObject({ code: z.literal(100), error_subcode: z.literal(33) }),
})

/** Graph's code for an unknown id; 100 alone may be about any parameter. */
const saysNoSuchObject = (body: unknown): boolean => noSuchObject.safeParse(body).success

function healthOf({
  display_phone_number: displayNumber,
  quality_rating: quality,
  status,
  health_status: health,
}: z.infer<typeof node>): NumberHealth {
  const sending = health?.can_send_message ?? null
  const why = health?.entities.find(one => one.can_send_message === sending)?.errors[0]
  return {
    displayNumber,
    quality,
    standing: status,
    sending,
    said: sending === null || sending === 'AVAILABLE' ? null : (why?.error_description ?? null),
  }
}

/** The business number as WhatsApp knows it. `date`: the responding server's clock; null: not given. */
export type NumberOutcome =
  | { outcome: 'found'; name: string; displayNumber: string; date: Date | null }
  | (Refusal & { date: Date | null })
  | Unreached

const number = z.looseObject({
  id: z.string(),
  verified_name: z.string().catch(''),
  display_phone_number: z.string().catch(''),
})

/** Asks WhatsApp for the token's number, which checks the token and the number. Changes nothing. Never throws for the network. */
export async function lookUpNumber(
  { apiUrl, version, phoneNumberId, accessToken, fetch: request = fetch }: ClientOptions,
  { timeoutMs, signal }: CallOptions,
): Promise<NumberOutcome> {
  const limit = AbortSignal.timeout(timeoutMs)
  const place = `${apiUrl.replace(/\/$/, '')}/${version}/${encodeURIComponent(phoneNumberId)}`
  try {
    const answer = await request(`${place}?fields=id,verified_name,display_phone_number`, {
      headers: { authorization: `Bearer ${accessToken}` },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    const body = jsonOf(await answer.text())
    const said = Date.parse(answer.headers.get('date') ?? '')
    const date = Number.isNaN(said) ? null : new Date(said)
    if (!answer.ok) {
      const refusal = harmless(refusalOf(answer.status, body))
      return refusal.outcome === 'refused' ? { ...refusal, date } : refusal
    }
    const read = number.safeParse(body)
    if (!read.success) return { outcome: 'unreached', reason: 'unreadable answer' }
    const { verified_name: name, display_phone_number: displayNumber } = read.data
    return { outcome: 'found', name, displayNumber, date }
  } catch (error) {
    return harmless(failureOf(error))
  }
}
