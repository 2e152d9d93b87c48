import type { ConversationEntity } from '../conversations/api.ts'
import { waitLabel, waitWeight } from '../conversations/queue.ts'
import { composerMode, timeLeft } from '../conversations/window.ts'
import type { WaitMarks } from '../settings/constants.ts'

/** Where a conversation goes at the end of a shift: nowhere, to the queue, or to the agent of that id. */
export type GoesTo = 'keep' | 'none' | (string & {})

export interface ShiftPlan {
  /** The next step, as typed. */
  readonly text: string
  readonly to: GoesTo
}

type Row = Pick<ConversationEntity, 'waiting_since' | 'snoozed' | 'reach'>

/** The state of a conversation, and its tone. */
export interface ShiftStanding {
  readonly text: string
  readonly weight: ReturnType<typeof waitWeight>
}

/** "Waits 52 m", "Snoozed", "Answered, 2 h left", "Template only", "Cannot be reached", or "Answered" where there is no window. */
export function shiftStanding(
  { waiting_since: since, snoozed, reach }: Row,
  now: Date,
  marks: WaitMarks,
): ShiftStanding {
  if (snoozed !== null) return { text: 'Snoozed', weight: 'calm' }
  if (since !== null) return { text: `Waits ${waitLabel(since, now)}`, weight: waitWeight(since, now, marks) }
  const mode = composerMode(reach, now)
  if (mode.is === 'template-only') return { text: 'Template only', weight: 'calm' }
  if (mode.is === 'unreachable') return { text: 'Cannot be reached', weight: 'calm' }
  const left = mode.closesAt === null ? '' : `, ${timeLeft(mode.closesAt, now).short} left`
  return { text: `Answered${left}`, weight: 'calm' }
}

/** Whether a conversation lacks a next step and a new owner. */
export const isMissing = ({ text, to }: ShiftPlan): boolean => to === 'keep' && text.trim() === ''

/** What is missing before the end of the shift; null: nothing. */
export function missingSentence(names: readonly string[]): string | null {
  const [first, second, ...others] = names
  if (first === undefined) return null
  if (second === undefined) return `${first} has no next step and goes to no one`
  const rest = others.length === 0 ? second : `${others.length + 1} others`
  return `${first} and ${rest} have no next step and go to no one`
}

/** The label of the button that ends the shift. */
export const leaveWords = (given: number): string =>
  given === 0 ? 'Go offline' : `Hand over ${given} and go offline`

/** The result, for a toast. */
export function handedOverWords(given: number, noted: number): string {
  const many = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
  const parts = [
    ...(given > 0 ? [`${many(given, 'conversation')} handed over`] : []),
    ...(noted > 0 ? [`${many(noted, 'note')} written`] : []),
  ]
  return parts.length === 0 ? 'Nothing was to be handed over' : parts.join(', ')
}

/**
 * What can be said above a thread, the most urgent first: what makes everything else on the screen untrue, what an agent has
 * just tried in vain, what runs out, and what is only good to know.
 * That there is no connection is no banner: the top bar says it on every screen.
 */
export const deskBanners = [
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
  'offered-away',
] as const

export type DeskBanner = (typeof deskBanners)[number]

/** What holds of them, in order of urgency: one stands above the thread at a time, and how many more there are beside it. */
export const byUrgency = (holds: (banner: DeskBanner) => boolean): readonly DeskBanner[] =>
  deskBanners.filter(holds)
