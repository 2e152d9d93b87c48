/** What the simulator tells the page, as `src/views.ts` writes it. */
export type Media = {
  id: string
  kind: string
  mime_type: string
  filename: string | null
  size: number
  /** Played as a voice note. */
  voice: boolean
  url: string
}

export type Message = {
  id: string
  /** The phone that it is on. */
  phone: string
  /** The id of the business number in whose chat it is. */
  number: string
  direction: 'INBOUND' | 'OUTBOUND'
  type: string
  text: string | null
  media: Media | null
  status: 'sent' | 'delivered' | 'read' | 'failed'
  at: string
  header: string | null
  footer: string | null
  /** Buttons of a template that lead elsewhere. */
  links: { title: string; target: string | null }[]
  choices: { id: string; title: string; description: string | null }[]
  chosen: string | null
  reaction: string | null
  /** The customer's own. */
  ownReaction: string | null
  edited: boolean
  deleted: boolean
  /** The id of the message that it quotes. */
  replyTo: string | null
}

export type Phone = {
  number: string
  name: string | null
  online: boolean
  /** Until when the business is writing, by the id of its number. */
  typingUntil: Record<string, string>
}

export type WireEntry = {
  id: number
  at: string
  direction: 'in' | 'out'
  what: string
  status: number | string
  ms: number
}

export type SimulatedClock = { now: string; ahead_minutes: number }

/** A number of the business, and how it stands. */
export type BusinessNumber = {
  phone_number_id: string
  display_phone_number: string
  name: string
  business_account_id: string
  quality: string
  status: string
  sending: string
}

export type ScenarioEntry = { name: string; title: string; steps: number; phones: number; lasts_ms: number }

export type Playing = { title: string; speed: number; done: number; skipped: number; total: number }

export type Template = {
  /** The id of its business account. */
  account: string
  name: string
  language: string
  status: string
  category: string
  quality_score: { score: string }
}

export type Snapshot = {
  webhookUrl: string
  numbers: BusinessNumber[]
  phones: Phone[]
  messages: Message[]
  faults: Record<string, number>
  clock: SimulatedClock
  templates: Template[]
  wire: WireEntry[]
}
