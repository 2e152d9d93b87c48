import type { ApplicationKind, ApplicationStatus } from '@parley/core/api/applications'
import type { IssueCategory, IssuePriority, IssueStatus } from '@parley/core/api/issues'
import type { SampleName } from './samples/samples.ts'

/** One message of a topic as it is written down, before it has a time or a sender. */
export interface Line {
  readonly by: 'customer' | 'bot' | 'agent' | 'system'
  /** With placeholders as `fillIn` knows them. */
  readonly text: string
  readonly file?: SampleName
  /** What became of an outbound message; without it, what its age makes likely. */
  readonly outcome?: 'sent' | 'failed' | 'unknown'
  /** WhatsApp's code where it failed; without it, that it came too late. */
  readonly refusal?: number
  /** The customer's phone was offline: the message reached us so many minutes late. */
  readonly lateMinutes?: number
  /** So many hours after the line before it. */
  readonly hoursLater?: number
  /** Kind of the message where WhatsApp's is not text or the file's. */
  readonly kind?: string
  /** What it tells the topic's application, by the path of a form field; null is the amount that its text names. */
  readonly says?: Readonly<Record<string, string | number | boolean | readonly string[] | null>>
  /** With it the topic's application was sent in. */
  readonly submits?: boolean
}

/** Something that customers write about, from the first word to the last. */
export interface Topic {
  readonly tags: readonly string[]
  readonly ticket: TicketScript | null
  /** The form that is filled in. */
  readonly form?: ApplicationKind
  readonly lines: readonly Line[]
}

export interface TicketScript {
  readonly title: string
  readonly description: string
  readonly priority: 'LOW' | 'MEDIUM' | 'HIGH' | 'URGENT'
  /** What the agent wrote for colleagues when the work began. */
  readonly note: string
  /** How it ends where the conversation is done. */
  readonly resolution: string
}

/** An issue that an agent raised about a topic. */
export interface IssueScript {
  readonly title: string
  readonly description: string
  readonly category: IssueCategory
  readonly priority: IssuePriority
  readonly status: IssueStatus
  /** How it was resolved, where it ever was. */
  readonly resolution?: string
  /** Why it was opened again. */
  readonly reason?: string
}

/** What is odd about an application: what a careful agent has to find. */
export type Oddity =
  | 'shares'
  | 'short id number'
  | 'other gender'
  | 'past start'
  | 'minor'
  | 'unemployed'
  | 'ticked too early'

/** What became of the application that a topic is about. */
export interface ApplicationScript {
  readonly status: ApplicationStatus
  readonly odd?: readonly Oddity[]
  /** What the agent wrote beside the last change of status. */
  readonly reason?: string
  /** What the agent wrote for colleagues. */
  readonly note?: string
}

type More = Omit<Line, 'by' | 'text'>

export const customer = (text: string, more: More = {}): Line => ({ by: 'customer', text, ...more })
export const bot = (text: string, more: More = {}): Line => ({ by: 'bot', text, ...more })
export const agent = (text: string, more: More = {}): Line => ({ by: 'agent', text, ...more })
export const system = (text: string): Line => ({ by: 'system', text, kind: 'system' })

/** How the bot opens: the same words for everybody. */
export const welcome = bot(
  'Welcome to customer care. Reply 1 for payments, 2 for policies and quotes, 3 for claims, 4 to speak to a person.',
)
/** What the bot says when it steps back. */
export const handover = bot('Thank you. A colleague will answer you here shortly.')
