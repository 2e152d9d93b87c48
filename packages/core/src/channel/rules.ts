import { plural, t } from '../text/translate.ts'
import { inWords } from '../text/words.ts'
import type { ChannelProblem } from './api.ts'
import { type Channel, type ChannelProblemKind, channelProblems } from './constants.ts'

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

/** @param minutes since it began; null: unknown */
export const problemWords = (problem: ChannelProblem, minutes: number | null): ProblemWords => ({
  sentence: problemSentence(problem, minutes),
  ...remedies[problem.kind](problem.said),
})

function problemSentence({ kind, number, count, said }: ChannelProblem, minutes: number | null): string {
  const ours = number === null ? t('our number') : t('our number {number}', { number })
  switch (kind) {
    case 'access-refused':
      return number === null
        ? t('WhatsApp does not accept our access: nothing goes out.')
        : t('WhatsApp does not accept our access for {ours}: nothing goes out from there.', { ours })
    case 'sending-blocked':
      return t('WhatsApp has blocked sending from {ours}.', { ours })
    case 'number-restricted':
      return said === null
        ? t('WhatsApp has restricted {ours}.', { ours })
        : t('WhatsApp has restricted {ours} ({why}).', { ours, why: inWords(said).toLowerCase() })
    case 'unreached':
      return minutes === null
        ? t('WhatsApp could not be reached.')
        : t('WhatsApp could not be reached for {time}.', { time: minutesText(minutes) })
    case 'sends-waiting':
      return minutes === null || minutes < 1
        ? plural(count ?? 0, {
            one: '{count} message waits to be sent.',
            other: '{count} messages wait to be sent.',
          })
        : plural(
            count ?? 0,
            {
              one: '{count} message waits to be sent, the oldest for {time}.',
              other: '{count} messages wait to be sent, the oldest for {time}.',
            },
            { time: minutesText(minutes) },
          )
    case 'silent':
      return minutes === null
        ? t('No messages from customers; usually there are about {count}.', { count: count ?? 0 })
        : t('No messages from customers for {time}; usually there are about {count}.', {
            time: minutesText(minutes),
            count: count ?? 0,
          })
    case 'sending-limited':
      return t('WhatsApp limits what {ours} may send.', { ours })
    case 'quality-low':
      return said === 'RED'
        ? t('WhatsApp rates the quality of {ours} as low: customers block or report us.', { ours })
        : t('WhatsApp rates the quality of {ours} as medium: customers block or report us.', { ours })
  }
}

const goesByItself = t('Keep replying. Messages wait up to two minutes, then fail. Then press Retry.')

const repliesGo = t('Answers to customers may still go; templates may not.')

const remedies: Readonly<
  Record<ChannelProblemKind, (said: string | null) => Omit<ProblemWords, 'sentence'>>
> = {
  'access-refused': () => ({
    forAgents: `${t('An administrator has to renew it.')} ${goesByItself}`,
    forAdministrators: t(
      'Make a new access token at Meta, put it into the settings and start Parley again; npm run doctor says whether it is good.',
    ),
  }),
  'sending-blocked': said => ({
    forAgents: t('Customers can still write to you. Call customers who are waiting.'),
    forAdministrators: seeAccount(said),
  }),
  'number-restricted': () => ({
    forAgents: repliesGo,
    forAdministrators: t('See the number in WhatsApp Manager.'),
  }),
  unreached: () => ({
    forAgents: goesByItself,
    forAdministrators: t('Check the connection of the server to the internet.'),
  }),
  'sends-waiting': () => ({
    forAgents: goesByItself,
    forAdministrators: t('See what fails in a conversation, and the log of the server.'),
  }),
  silent: () => ({
    forAgents: t('You may not be receiving messages. Tell an administrator.'),
    forAdministrators: t(
      'See that WhatsApp reaches the webhook: npm run doctor, and the app in the Meta dashboard.',
    ),
  }),
  'sending-limited': said => ({ forAgents: repliesGo, forAdministrators: seeAccount(said) }),
  'quality-low': () => ({
    forAgents: t('Write only what customers expect, and no templates that nobody asked for.'),
    forAdministrators: t('See which templates are blocked in WhatsApp Manager, and send fewer of them.'),
  }),
}

const seeAccount = (said: string | null): string =>
  said === null
    ? t('See the account in WhatsApp Manager.')
    : t('See the account in WhatsApp Manager: {said}', { said })

/** "4 minutes", "2 hours". */
function minutesText(minutes: number): string {
  if (minutes < 1) return t('less than a minute')
  if (minutes < 120) return plural(Math.floor(minutes), { one: '{count} minute', other: '{count} minutes' })
  return t('{hours} hours', { hours: Math.floor(minutes / 60) })
}

/** Message types that only some channels support, beyond text, files and quotes. */
type Extra = 'template' | 'ask' | 'card' | 'reaction' | 'voice'

const extras: Readonly<Record<Channel, ReadonlySet<Extra>>> = {
  whatsapp: new Set(['template', 'ask', 'card', 'reaction', 'voice']),
  bridge: new Set(),
}

export const takes = (channel: Channel, extra: Extra): boolean => extras[channel].has(extra)

/** The text for a message type that the channel does not support. */
export const notOfThisChannel = t('works only on WhatsApp. Write a message, or send a file')

/** Whether free text is limited to a window after the customer's last message. */
export const hasWindow = (channel: Channel): boolean => channel === 'whatsapp'

/** The display name of a channel. `name` is a bridge's name from the settings; null: none is set. */
export const channelName = (channel: Channel, name: string | null): string =>
  channel === 'whatsapp' ? 'WhatsApp' : (name ?? t('the other side'))
