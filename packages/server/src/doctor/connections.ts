import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import tls from 'node:tls'
import type { AssistFailure } from '@parley/core/assist/constants'
import { basePath } from '@parley/core/calls'
import { lookUpNumber } from '@parley/whatsapp/number-health'
import { failureOf } from '@parley/whatsapp/outcome'
import { readTemplates } from '@parley/whatsapp/template-list'
import { complete } from '../assist/client.ts'
import type { AssistConfig } from '../config/assist.ts'
import { accountsOf, type BridgeConfig, type NumberConfig } from '../config/channels.ts'
import type { ChannelConfig } from '../config/config.ts'
import { doctorAgent } from '../ingest/whatsapp.ts'
import { bad, type Finding, judgeClock, ok, warn } from './finding.ts'

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

/** Whether each bridge answers and accepts our token. Asks for a file that does not exist. */
export const lookAtBridges = (bridges: readonly BridgeConfig[]): Promise<readonly Finding[]> =>
  Promise.all(bridges.map(lookAtBridge))

async function lookAtBridge({ id, url, token }: BridgeConfig): Promise<Finding> {
  const say = (sentence: string) => bad('bridge', `${id}: ${sentence}`)
  try {
    const answer = await fetch(`${url}/files/parley-doctor`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    const { status } = answer
    if (status === 404) return ok('bridge', `${id}: answers at ${url}`)
    if (status === 401 || status === 403) return say('rejects the token: set the same one on both sides')
    return say(`${url} answers ${status}, which no bridge does: check its url in CHANNEL_BRIDGES`)
  } catch (error) {
    const { reason } = failureOf(error)
    return say(`${url} cannot be reached (${reason}): check that it runs, and its url in CHANNEL_BRIDGES`)
  }
}

const mostLetters = 1_000

const remedies: Readonly<Record<AssistFailure, string>> = {
  unreachable: 'cannot be reached: check that it runs, and ASSIST_URL',
  'timed-out': 'did not answer within 8 seconds: agents wait no longer than 10',
  refused: 'rejects ASSIST_TOKEN',
  'too-often': 'accepts no more requests for the moment',
  'server-error': 'reports a failure of its own: look at its log',
  'not-taken': 'rejects our request: check ASSIST_URL (…/v1/chat/completions) and ASSIST_MODEL',
  unreadable: 'does not answer like chat completions: check ASSIST_URL',
  empty: 'answers without text: check ASSIST_MODEL',
  'too-long': 'answers at too great a length: check ASSIST_MODEL',
}

/** Failures that pass by themselves. */
const passing: ReadonlySet<AssistFailure> = new Set(['timed-out', 'too-often', 'server-error'])

/** Whether assist answers. Sends nothing of a customer. */
export async function lookAtAssist(config: AssistConfig): Promise<Finding> {
  const prompt = { system: 'Answer with the word yes alone.', user: 'Do you answer?', mostLetters }
  const answered = await complete(config, prompt, timeoutMs)
  const { host } = new URL(config.url)
  if (!('failure' in answered)) return ok('assist', `${config.model} answers at ${host}`)
  const say = passing.has(answered.failure) ? warn : bad
  return say('assist', `${config.model} at ${host} ${remedies[answered.failure]}`)
}

const day = 24 * 60 * 60_000
/** An automatic renewal happens a month ahead. */
const soonDays = 14

/** How long browsers will trust the certificate of the console's address. */
export async function lookAtCertificate(publicUrl: string, now: Date): Promise<Finding> {
  const { hostname, port } = new URL(publicUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = tls.connect({
    host,
    port: Number(port || 443),
    ...(/[a-z]/i.test(host) && !host.includes(':') && { servername: host }),
    // An untrusted certificate must be read too. Nothing is sent.
    rejectUnauthorized: false,
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) })
    if (!socket.authorized) {
      return bad(
        'certificate',
        `of ${host} is not trusted (${String(socket.authorizationError)}): install a trusted one with its whole chain`,
      )
    }
    return judgeExpiry(host, new Date(socket.getPeerCertificate().valid_to), now)
  } catch (error) {
    const code = error instanceof Error ? ((error as { code?: string }).code ?? error.name) : 'unknown'
    return bad('certificate', `of ${host} cannot be read (${code})`)
  } finally {
    socket.destroy()
  }
}

export function judgeExpiry(host: string, until: Date, now: Date): Finding {
  const days = Math.floor((until.getTime() - now.getTime()) / day)
  if (days < 0) return bad('certificate', `of ${host} expired ${-days} days ago: renew it`)
  if (days < soonDays) return warn('certificate', `of ${host} expires in ${days} days: renew it`)
  return ok('certificate', `of ${host} is valid for ${days} days`)
}
