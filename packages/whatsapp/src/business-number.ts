import { z } from 'zod'
import type { CallOptions, ClientOptions } from './client.ts'
import { failureOf, harmless, jsonOf, type Refusal, refusalOf, type Unreached } from './outcome.ts'

/** The business number as WhatsApp knows it. `date`: the clock of whoever answered; null where nobody said. */
export type NumberOutcome =
  | { outcome: 'found'; name: string; displayNumber: string; date: Date | null }
  | (Refusal & { date: Date | null })
  | Unreached

const number = z.looseObject({
  id: z.string(),
  verified_name: z.string().catch(''),
  display_phone_number: z.string().catch(''),
})

/** Asks WhatsApp for the number that the token is for: whether both are right. Changes nothing. Never throws for the network. */
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
