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
  readonly to: GoesTo
}

type Row = Pick<ConversationEntity, 'waiting_since' | 'snoozed' | 'reach'>

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

/** Whether a conversation lacks a next step and a new owner. */
export const isMissing = ({ text, to }: ShiftPlan): boolean => to === 'keep' && text.trim() === ''

/** The sentence about conversations without a next step or a new owner at the end of the shift; null: none. */
export function missingSentence(count: number): string | null {
  if (count === 0) return null
  return plural(count, {
    one: '1 conversation needs a next step or a new owner',
    other: '{count} conversations need a next step or a new owner',
  })
}

/** The label of the button that ends the shift. */
export const leaveWords = (given: number): string =>
  given === 0 ? t('Go offline') : t('Hand over {given} and go offline', { given })

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
  'behind',
  'continued',
  'astray',
  'tickets-failed',
  'snoozed',
  'in-queue',
] as const

export type Banner = (typeof banners)[number]

/** The active banners, in order of urgency: the thread shows one at a time, with the number of the others. */
export const byUrgency = (holds: (banner: Banner) => boolean): readonly Banner[] => banners.filter(holds)
