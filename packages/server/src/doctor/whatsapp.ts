import { randomUUID } from 'node:crypto'
import { basePath } from '@parley/core/calls'
import { lookUpNumber } from '@parley/whatsapp/business-number'
import { readTemplates } from '@parley/whatsapp/template-list'
import { doctorAgent } from '../ingest/whatsapp.ts'
import type { ChannelConfig } from '../config/config.ts'
import { accountsOf, type NumberConfig } from '../config/channels.ts'
import { judgeClock } from './clock.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

const timeoutMs = 8_000

/** Whether WhatsApp knows our tokens and numbers, and whether our clocks agree. */
export async function lookAtNumbers(channel: ChannelConfig, now: () => Date): Promise<readonly Finding[]> {
  const found = await Promise.all(channel.numbers.map(number => lookAtNumber(channel, number, now)))
  const [first = [], ...others] = found
  // One clock finding is enough.
  return [...first, ...others.flatMap(findings => findings.slice(0, 1))]
}

async function lookAtNumber(
  { apiUrl, apiVersion: version, numbers }: ChannelConfig,
  { phoneNumberId, name, accessToken }: NumberConfig,
  now: () => Date,
): Promise<readonly Finding[]> {
  const which = numbers.length > 1 ? `${name}: ` : ''
  const answer = await lookUpNumber({ apiUrl, version, phoneNumberId, accessToken }, { timeoutMs })
  if (answer.outcome === 'unreached')
    return [
      bad(
        'whatsapp',
        `${which}${apiUrl} cannot be reached (${answer.reason}): check WHATSAPP_API_URL and the network`,
      ),
    ]
  const clock = answer.date === null ? [] : [judgeClock('WhatsApp', now(), answer.date)]
  if (answer.outcome === 'found') {
    return [
      ok('whatsapp', `${which}the token is valid for ${answer.displayNumber} (${answer.name})`),
      ...clock,
    ]
  }
  return [bad('whatsapp', which + sentenceOfCode(answer.code, answer.details)), ...clock]
}

/** Whether the templates of our business accounts can be read. */
export async function lookAtTemplates(channel: ChannelConfig): Promise<readonly Finding[]> {
  const { apiUrl, apiVersion: version, numbers } = channel
  const without = numbers.some(({ businessAccountId }) => businessAccountId === null)
    ? [warn('templates', 'agents have none: set WHATSAPP_BUSINESS_ACCOUNT_ID')]
    : []
  const accounts = accountsOf(numbers).map(account =>
    lookAtAccount({ apiUrl, version, accessToken: account.accessToken }, account.accountId),
  )
  return [...without, ...(await Promise.all(accounts))]
}

async function lookAtAccount(
  access: Parameters<typeof readTemplates>[0],
  accountId: string,
): Promise<Finding> {
  const answer = await readTemplates(access, accountId, { timeoutMs })
  if (answer.outcome === 'read') {
    const approved = answer.templates.filter(({ status }) => status === 'APPROVED').length
    return ok('templates', `${answer.templates.length} can be read, ${approved} are approved`)
  }
  const why = answer.outcome === 'refused' ? `${answer.code}, ${answer.details}` : answer.reason
  return bad(
    'templates',
    `cannot be read (${why}): check WHATSAPP_BUSINESS_ACCOUNT_ID and the token's permissions`,
  )
}

function sentenceOfCode(code: number, details: string): string {
  if (code === 190)
    return `the token was rejected (190, ${details}): make a new one and set WHATSAPP_ACCESS_TOKEN`
  if (code === 100 || code === 33)
    return `the token does not know the number (${code}): check WHATSAPP_PHONE_NUMBER_ID and the token's permissions`
  return `refused (${code}, ${details})`
}

/** Whether WhatsApp would reach our webhook: the same request as its verification, to the public address. */
export async function lookAtWebhook(publicUrl: string, { verifyToken }: ChannelConfig): Promise<Finding> {
  const challenge = randomUUID()
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.verify_token': verifyToken,
    'hub.challenge': challenge,
  })
  const place = `${publicUrl.replace(/\/+$/, '')}${basePath}/channels/whatsapp/webhook`
  try {
    const answer = await fetch(`${place}?${query.toString()}`, {
      headers: { 'user-agent': doctorAgent },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.ok && (await answer.text()) === challenge) return ok('webhook', `answers at ${place}`)
    return bad(
      'webhook',
      `${place} answers ${answer.status}, which Parley does not: check PUBLIC_URL, the proxy and WHATSAPP_VERIFY_TOKEN`,
    )
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const code = cause instanceof Error ? ((cause as { code?: string }).code ?? cause.name) : 'unknown'
    return bad(
      'webhook',
      `${place} cannot be reached (${code}): check that the server runs, PUBLIC_URL, and the proxy`,
    )
  }
}
