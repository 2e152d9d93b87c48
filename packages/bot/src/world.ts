import type { SteppedReason } from '@parley/core/bot/brief-constants'
import type { IntentEntities, IntentName } from '@parley/core/intent/api'
import type { WantedDocument } from './documents.ts'
import type { FormState, Known } from './form/state.ts'
import type { Knowledge } from './knowledge.ts'
import type { Language, Words } from './language.ts'
import type { BotState } from './state.ts'
import type { Reply } from './turn.ts'

/** The reason for a handover to people. */
export type HandoverReason = SteppedReason

/** The bot's input beside the message and its state. */
export interface World {
  readonly now: Date
  readonly understand: Understand
  readonly namedIn: NamedIn
  readonly knowledge: Knowledge
  readonly hours: Hours
  /** Intents that supervisors leave to agents; the bot hands them over at once. */
  readonly atOnce: ReadonlySet<IntentName>
  /** The customer's first name; null: not known. */
  readonly name: string | null
  /** The customer's applications, newest first, with their statuses in words. */
  readonly applications: readonly { readonly number: string; readonly status: string }[]
  /** The open form of the customer; null: there is none. */
  readonly form: OpenForm | null
  /** The documents that their applications can take from the chat. */
  readonly wanted: readonly WantedDocument[]
  /** Known values for a form. */
  readonly known: Known
}

/** An open form, and its application's number. */
interface OpenForm {
  readonly state: FormState
  readonly number: string
}

/** A customer's files, and the document that they belong to. */
export interface PlacedFiles {
  readonly document: WantedDocument
  readonly files: readonly { readonly attachment_id: string; readonly message_id: string }[]
}

/** The result of one message. */
export interface Step {
  readonly state: BotState
  /** The new or changed form; undefined: no form changed. */
  readonly form?: FormState
  /** Files for a document of an application; absent: none. */
  readonly placed?: PlacedFiles
  readonly replies: readonly Reply[]
  /** The reason of a handover; null: the bot goes on. */
  readonly handover: HandoverReason | null
}

/** The recognised meaning of a text. */
export interface Meaning {
  /** The likeliest intent; null: none of the intents. */
  readonly intent: IntentName | null
  /** The confidence of the intent, 0 to 1; 0 for none. */
  readonly confidence: number
  /** All intents, likeliest first, even if `intent` is null. */
  readonly guesses: readonly { readonly intent: IntentName; readonly confidence: number }[]
  /** Null: unknown. */
  readonly language: Language | null
}

export type Understand = (text: string) => Meaning

/** The entities of a text. `now` resolves words such as "tomorrow". */
export type NamedIn = (text: string, now: Date) => IntentEntities

/** The confidence from which a text that does not answer the open question counts as another request. */
export const surelyElse = 0.9

/** Whether agents are available, and from when. */
export interface Hours {
  readonly isOpen: boolean
  /** The next opening while closed; null: unknown. */
  readonly opensAt: {
    /** 0 is Sunday. */
    readonly weekday: number
    /** "08:00" */
    readonly time: string
    readonly isTomorrow: boolean
    readonly isToday: boolean
  } | null
}

const weekdays: readonly Words[] = [
  { en: 'on Sunday', lg: 'ku Ssande', sw: 'Jumapili' },
  { en: 'on Monday', lg: 'ku Bbalaza', sw: 'Jumatatu' },
  { en: 'on Tuesday', lg: 'ku Lwakubiri', sw: 'Jumanne' },
  { en: 'on Wednesday', lg: 'ku Lwakusatu', sw: 'Jumatano' },
  { en: 'on Thursday', lg: 'ku Lwakuna', sw: 'Alhamisi' },
  { en: 'on Friday', lg: 'ku Lwakutaano', sw: 'Ijumaa' },
  { en: 'on Saturday', lg: 'ku Lwamukaaga', sw: 'Jumamosi' },
]

const today: Words = { en: 'today', lg: 'leero', sw: 'leo' }

const tomorrow: Words = { en: 'tomorrow', lg: 'enkya', sw: 'kesho' }

const soon: Words = { en: 'as soon as we are back', lg: 'nga tukomyewo', sw: 'tutakaporudi' }

/** When agents are available again, in words: "tomorrow at 08:00". */
export function backWords({ opensAt }: Hours): Words {
  if (opensAt === null) return soon
  const day = opensAt.isToday
    ? today
    : opensAt.isTomorrow
      ? tomorrow
      : (weekdays[opensAt.weekday] ?? tomorrow)
  const { time } = opensAt
  return { en: `${day.en} at ${time}`, lg: `${day.lg} ku ssaawa ${time}`, sw: `${day.sw} saa ${time}` }
}
