import type { ChannelProblem } from './api.ts'
import { type Channel, type ChannelProblemKind, channelProblems } from './constants.ts'
import { inWords } from '../text/words.ts'

/** The facts of a business number at a moment. */
export interface NumberFacts {
  /** Its display name, if there are several; null: there is one. */
  readonly name: string | null
  /** Whether WhatsApp accepts our token; null: not known yet. */
  readonly access: 'good' | 'refused' | null
  readonly accessSince: Date | null
  /** WhatsApp's sentence when it rejected the token. */
  readonly refusal: string | null
  /** The start of the time in which WhatsApp could not be reached. */
  readonly unreachedSince: Date | null
  /** GREEN, YELLOW, RED, or another value of WhatsApp's. */
  readonly quality: string | null
  /** The number's status: CONNECTED, FLAGGED, RESTRICTED, BANNED, … */
  readonly standing: string | null
  /** AVAILABLE, LIMITED or BLOCKED: whether it may send. */
  readonly sending: string | null
  readonly said: string | null
  readonly standingSince: Date | null
}

/** The facts of the whole channel at a moment. */
export interface ChannelFacts {
  readonly numbers: readonly NumberFacts[]
  /** Messages that have waited longer than `waitsTooLongMs`, and the start of the oldest one's wait. */
  readonly waiting: number
  readonly waitingSince: Date | null
  readonly lastInboundAt: Date | null
  /** The number of messages in the same period one, two, three and four weeks ago; shorter if there is less history. */
  readonly weeksBefore: readonly number[]
}

/** A message that waits this long to be sent is reported. */
export const waitsTooLongMs = 30_000
/** WhatsApp is polled every minute: a single missing response means nothing. */
const unreachedForMs = 2 * 60_000
/** Shorter silences can be chance. */
export const silentForMs = 10 * 60_000
/** If this many are usual, none at all happens by chance once in three thousand times (Poisson, e^-8). */
const usualAtLeast = 8
/** A rate needs three weeks of history. */
const weeksNeeded = 3

/**
 * The usual number of messages in the silent period: the median of the weeks before, so that one holiday changes nothing. Null:
 * unknown, or too few for silence to mean anything.
 */
export function usualMeanwhile(weeksBefore: readonly number[]): number | null {
  if (weeksBefore.length < weeksNeeded) return null
  const usual = weeksBefore.toSorted((a, b) => a - b)[Math.floor((weeksBefore.length - 1) / 2)] ?? 0
  return usual >= usualAtLeast ? usual : null
}

/** The statuses of a number without a problem. */
const wellStanding: ReadonlySet<string> = new Set(['CONNECTED', 'PENDING', 'MIGRATED', 'UNKNOWN'])

/** The problems at a moment, the worst first. */
export function problemsOf(facts: ChannelFacts, now: Date): readonly ChannelProblem[] {
  const found: ChannelProblem[] = facts.numbers.flatMap(number => problemsOfNumber(number, now))
  const common = { number: null, said: null }
  if (facts.waiting > 0)
    found.push({
      kind: 'sends-waiting',
      since: since(facts.waitingSince),
      count: facts.waiting,
      ...common,
    })
  const usual = usualMeanwhile(facts.weeksBefore)
  const { lastInboundAt: last } = facts
  if (usual !== null && last !== null && now.getTime() - last.getTime() >= silentForMs)
    found.push({ kind: 'silent', since: since(last), count: usual, ...common })
  return channelProblems.flatMap(kind => found.filter(problem => problem.kind === kind))
}

const since = (date: Date | null) => date?.toISOString() ?? null

function problemsOfNumber(facts: NumberFacts, now: Date): readonly ChannelProblem[] {
  const found: Partial<Record<ChannelProblemKind, Omit<ChannelProblem, 'kind' | 'number'>>> = {}
  if (facts.access === 'refused')
    found['access-refused'] = { since: since(facts.accessSince), count: null, said: facts.refusal }
  const stands = { since: since(facts.standingSince), count: null, said: facts.said ?? facts.standing }
  if (facts.sending === 'BLOCKED') found['sending-blocked'] = stands
  else if (facts.standing !== null && !wellStanding.has(facts.standing)) found['number-restricted'] = stands
  else if (facts.sending === 'LIMITED') found['sending-limited'] = stands
  if (facts.unreachedSince !== null && now.getTime() - facts.unreachedSince.getTime() >= unreachedForMs)
    found.unreached = { since: since(facts.unreachedSince), count: null, said: null }
  if (facts.quality === 'YELLOW' || facts.quality === 'RED')
    found['quality-low'] = { since: since(facts.standingSince), count: null, said: facts.quality }
  return channelProblems.flatMap(kind => {
    const problem = found[kind]
    return problem === undefined ? [] : [{ kind, number: facts.name, ...problem }]
  })
}

/** A problem in a sentence, and the remedy: for those who answer customers, and for those who run Parley. */
interface ProblemWords {
  readonly sentence: string
  readonly forAgents: string
  readonly forAdministrators: string
}

const goesByItself = 'Keep replying. Messages wait up to two minutes, then fail. Then press Retry.'

/** @param minutes since it began; null: unknown */
export function problemWords(
  { kind, number, count, said }: ChannelProblem,
  minutes: number | null,
): ProblemWords {
  const ours = number === null ? 'our number' : `our number ${number}`
  switch (kind) {
    case 'access-refused':
      return {
        sentence: `WhatsApp does not accept our access${number === null ? ': nothing goes out' : ` for ${ours}: nothing goes out from there`}.`,
        forAgents: `An administrator has to renew it. ${goesByItself}`,
        forAdministrators:
          'Make a new access token at Meta, put it into the settings and start Parley again; npm run doctor says whether it is good.',
      }
    case 'sending-blocked':
      return {
        sentence: `WhatsApp has blocked sending from ${ours}.`,
        forAgents: 'Customers can still write to you. Call customers who are waiting.',
        forAdministrators: `See the account in WhatsApp Manager${said === null ? '.' : `: ${said}`}`,
      }
    case 'number-restricted':
      return {
        sentence: `WhatsApp has restricted ${ours}${said === null ? '' : ` (${inWords(said).toLowerCase()})`}.`,
        forAgents: 'Answers to customers may still go; templates may not.',
        forAdministrators: 'See the number in WhatsApp Manager.',
      }
    case 'unreached':
      return {
        sentence: `WhatsApp could not be reached${minutes === null ? '' : ` for ${minutesText(minutes)}`}.`,
        forAgents: goesByItself,
        forAdministrators: 'Check the connection of the server to the internet.',
      }
    case 'sends-waiting':
      return {
        sentence: `${count ?? 0} ${count === 1 ? 'message waits' : 'messages wait'} to be sent${minutes === null || minutes < 1 ? '' : `, the oldest for ${minutesText(minutes)}`}.`,
        forAgents: goesByItself,
        forAdministrators: 'See what fails in a conversation, and the log of the server.',
      }
    case 'silent':
      return {
        sentence: `No messages from customers${minutes === null ? '' : ` for ${minutesText(minutes)}`}; usually there are about ${count ?? 0}.`,
        forAgents: 'You may not be receiving messages. Tell an administrator.',
        forAdministrators:
          'See that WhatsApp reaches the webhook: npm run doctor, and the app in the Meta dashboard.',
      }
    case 'sending-limited':
      return {
        sentence: `WhatsApp limits what ${ours} may send.`,
        forAgents: 'Answers to customers may still go; templates may not.',
        forAdministrators: `See the account in WhatsApp Manager${said === null ? '.' : `: ${said}`}`,
      }
    case 'quality-low':
      return {
        sentence: `WhatsApp rates the quality of ${ours} as ${said === 'RED' ? 'low' : 'medium'}: customers block or report us.`,
        forAgents: 'Write only what customers expect, and no templates that nobody asked for.',
        forAdministrators: 'See which templates are blocked in WhatsApp Manager, and send fewer of them.',
      }
  }
}

/** "4 minutes", "2 hours". */
function minutesText(minutes: number): string {
  if (minutes < 1) return 'less than a minute'
  if (minutes < 120) return `${Math.floor(minutes)} ${Math.floor(minutes) === 1 ? 'minute' : 'minutes'}`
  return `${Math.floor(minutes / 60)} hours`
}

/** Message types that only some channels support, beyond text, files and quotes. */
type Extra = 'template' | 'ask' | 'card' | 'reaction' | 'voice'

const extras: Readonly<Record<Channel, ReadonlySet<Extra>>> = {
  whatsapp: new Set(['template', 'ask', 'card', 'reaction', 'voice']),
  bridge: new Set(),
}

export const takes = (channel: Channel, extra: Extra): boolean => extras[channel].has(extra)

/** The text for a message type that the channel does not support. */
export const notOfThisChannel = 'works only on WhatsApp. Write a message, or send a file'

/** Whether free text is limited to a window after the customer's last message. */
export const hasWindow = (channel: Channel): boolean => channel === 'whatsapp'

/** The display name of a channel. `name` is a bridge's name from the settings; null: none is set. */
export const channelName = (channel: Channel, name: string | null): string =>
  channel === 'whatsapp' ? 'WhatsApp' : (name ?? 'the other side')
