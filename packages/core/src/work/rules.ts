import { plural, t } from '../text/translate.ts'
import type { ConversationEntity } from '../conversations/api.ts'
import { waitLabel, waitWeight } from '../conversations/queue.ts'
import { composerMode, timeLeft } from '../conversations/window.ts'
import type { WaitMarks } from '../settings/constants.ts'

/** The destination of a conversation at the end of a shift: it stays, goes to the queue, or to the agent with that id. */
export type GoesTo = 'keep' | 'none' | (string & {})

export interface ShiftPlan {
  /** The next step, as typed. */
  readonly text: string
  /** Null: nothing was chosen. */
  readonly to: GoesTo | null
}

type Row = Pick<ConversationEntity, 'waiting_since' | 'snoozed' | 'reach'>
type Placed = Pick<ConversationEntity, 'snoozed' | 'offer'>

/** The state of a conversation, and its tone. */
interface ShiftStanding {
  readonly text: string
  readonly weight: ReturnType<typeof waitWeight>
}

/** "Waits 52 m", "Snoozed", "Answered, 2 h left", "Template only", "Cannot be reached", or "Answered" if there is no window. */
export function shiftStanding(
  { waiting_since: since, snoozed, reach }: Row,
  now: Date,
  marks: WaitMarks,
): ShiftStanding {
  if (snoozed !== null) return { text: t('Snoozed'), weight: 'calm' }
  if (since !== null)
    return {
      text: t('Waits {time}', { time: waitLabel(since, now) }),
      weight: waitWeight(since, now, marks),
    }
  const mode = composerMode(reach, now)
  if (mode.is === 'template-only') return { text: t('Template only'), weight: 'calm' }
  if (mode.is === 'unreachable') return { text: t('Cannot be reached'), weight: 'calm' }
  const text =
    mode.closesAt === null
      ? t('Answered')
      : t('Answered, {time} left', { time: timeLeft(mode.closesAt, now).short })
  return { text, weight: 'calm' }
}

/**
 * The destination of a conversation when its agent goes offline. Unless one is chosen: its offer stays, and the agent keeps it
 * while it is snoozed. Every other goes to the queue, with a next step too, since an absent agent sees no new message.
 */
export const goesTo = ({ to }: Pick<ShiftPlan, 'to'>, { snoozed, offer }: Placed): GoesTo =>
  to ?? offer?.agent_id ?? (snoozed === null ? 'none' : 'keep')

/** Whether neither a colleague nor the queue was chosen for a conversation. */
export const lacksNewOwner = ({ to }: Pick<ShiftPlan, 'to'>, { offer }: Pick<Placed, 'offer'>): boolean =>
  to === 'keep' || (to === null && offer === null)

/** What going offline does with the conversations, in order: to the queue, offered, kept. The first part of a sentence names them. */
const leaveParts: readonly (readonly [(count: number) => string, (count: number) => string])[] = [
  [
    count =>
      plural(count, {
        one: '{count} conversation goes to the queue',
        other: '{count} conversations go to the queue',
      }),
    count => plural(count, { one: '{count} goes to the queue', other: '{count} go to the queue' }),
  ],
  [
    count =>
      plural(count, {
        one: '{count} conversation is offered to a colleague',
        other: '{count} conversations are offered to colleagues',
      }),
    count =>
      plural(count, {
        one: '{count} is offered to a colleague',
        other: '{count} are offered to colleagues',
      }),
  ],
  [
    count =>
      plural(count, {
        one: '{count} conversation stays with you',
        other: '{count} conversations stay with you',
      }),
    count => plural(count, { one: '{count} stays with you', other: '{count} stay with you' }),
  ],
]

/** "13 conversations go to the queue, 2 stay with you": what going offline does; null without conversations. */
export function leaveSentence(places: readonly GoesTo[]): string | null {
  const queued = places.filter(to => to === 'none').length
  const kept = places.filter(to => to === 'keep').length
  const counts = [queued, places.length - queued - kept, kept]
  const parts = leaveParts
    .map((words, at) => ({ words, count: counts[at] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ words: [first, next], count }, at) => (at === 0 ? first : next)(count))
  return parts.length === 0 ? null : parts.join(', ')
}

/** The result, for a toast. */
export function handedOverWords(given: number, noted: number): string {
  const parts = [
    ...(given > 0
      ? [
          plural(given, {
            one: '{count} conversation handed over',
            other: '{count} conversations handed over',
          }),
        ]
      : []),
    ...(noted > 0 ? [plural(noted, { one: '{count} note written', other: '{count} notes written' })] : []),
  ]
  return parts.length === 0 ? t('Nothing to hand over') : parts.join(', ')
}

/**
 * The banners above a thread, the most urgent first: those that make the rest of the screen wrong, failed actions of the agent,
 * states that expire, and information. A lost connection is not a banner: the top bar shows it on every screen.
 */
const banners = [
  'unloaded',
  'answer-failed',
  'offered-here',
  'snooze-failed',
  'no-reply-failed',
  'behind',
  'continued',
  'astray',
  'tickets-failed',
  'snoozed',
  'no-reply',
  'acknowledgement',
  'in-queue',
] as const

export type Banner = (typeof banners)[number]

/** The active banners, in order of urgency: the thread shows one at a time, with the number of the others. */
export const byUrgency = (holds: (banner: Banner) => boolean): readonly Banner[] => banners.filter(holds)
