import type { ApplicationStatus } from '@parley/core/applications/application'
import { applicationStatusLabel, applicationTone } from '@parley/core/applications/rules'
import { customerName, statusLabel, statusTone } from '@parley/core/conversations/rules'
import type { IssueStatus } from '@parley/core/issues/api'
import { issueTone } from '@parley/core/issues/rules'
import { conversationPath } from '@parley/core/notifications/rules'
import type {
  ApplicationHit,
  IssueHit,
  MessageHit,
  NoteHit,
  PersonHit,
  SearchReply,
  TicketHit,
} from '@parley/core/search/api'
import type { SearchKind } from '@parley/core/search/constants'
import { type Marked, nearHit } from '@parley/core/search/finding'
import { t } from '@parley/core/text/translate'
import { inWords } from '@parley/core/text/words'
import type { TicketStatus } from '@parley/core/tickets/api'
import { ticketStatusLabel, ticketTone } from '@parley/core/tickets/rules'
import type { Tone } from '../../ui/marks/Badge.tsx'

/** A hit as a line of a list: where it leads, what stands in it. */
export interface HitLine {
  readonly key: string
  readonly to: string
  /** What the link does, said at its end. */
  readonly does: string
  /** Whose letters stand before it. */
  readonly who: string
  readonly title: Marked
  /** Behind the title, faint. */
  readonly about: string
  readonly text: Marked
  readonly badge: { readonly tone: Tone; readonly label: string }
  readonly at: string
}

type Place = Pick<MessageHit, 'customer_name' | 'phone_number' | 'conversation_status'>

/** In characters: behind them the narrowest list has room for a hit; beside a number and a name there is less. */
const [beforeHitNarrow, beforeHitBesides] = [28, 12]
/** In a line with this much room before its hit the server's excerpt stands whole. */
const beforeHitWide = 80

const plain = (text: string): Marked => [{ text, hit: false }]
const nameOf = ({ customer_name, phone_number }: Place) => customerName(customer_name, phone_number)
const joined = (parts: readonly Marked[]): Marked =>
  parts.flatMap((part, place) => (place === 0 ? part : [{ text: ' · ', hit: false }, ...part]))

/** A line with what most hits have in common. */
const lineOf = (
  hit: Place & { readonly id: string; readonly at: string },
  own: Partial<HitLine> & Pick<HitLine, 'to' | 'does' | 'text'>,
): HitLine => ({
  key: hit.id,
  who: nameOf(hit),
  title: plain(nameOf(hit)),
  about: '',
  badge: { tone: statusTone[hit.conversation_status], label: statusLabel(hit.conversation_status) },
  at: hit.at,
  ...own,
})

/** Words that were found beside a number or a name; nothing where they were found in those alone. */
const found = (excerpt: Marked): readonly Marked[] =>
  excerpt.some(part => part.hit) ? [nearHit(excerpt, beforeHitBesides)] : []

const messageLine = (hit: MessageHit, beforeHit: number): HitLine =>
  lineOf(hit, {
    to: conversationPath(hit.conversation_id, hit.id),
    does: t('Jump to message'),
    about:
      hit.source === 'CUSTOMER'
        ? 'INBOUND'
        : hit.source === 'AGENT'
          ? `OUTBOUND · ${hit.by ?? t('Business phone')}`
          : hit.source,
    text: nearHit(hit.excerpt, beforeHit),
  })

const personLine = (hit: PersonHit): HitLine =>
  lineOf(hit, {
    to: `/conversations/${hit.conversation_id}`,
    does: t('Open conversation'),
    title: hit.name,
    text: joined([hit.phone, hit.number].filter(part => part !== null)),
  })

const ticketLine = (hit: TicketHit): HitLine =>
  lineOf(hit, {
    to: `/tickets/${hit.id}`,
    does: t('Open ticket'),
    title: hit.title,
    text: joined([hit.number, plain(nameOf(hit)), ...found(hit.excerpt)]),
    badge: {
      tone: ticketTone[hit.status as TicketStatus] ?? 'grey',
      label: ticketStatusLabel(hit.status as TicketStatus),
    },
  })

const notePaths = { ticket: '/tickets', ipp: '/applications', lib: '/lib-applications' } as const

/** Where a note leads, and what stands before its words. */
function ofNote({ id, on, on_id, by, reference, conversation_id }: NoteHit) {
  if (on === 'conversation')
    return {
      to: conversationPath(conversation_id, id),
      does: t('Open in thread'),
      about: t('INTERNAL NOTE · {by}', { by }),
    }
  if (on === 'customer')
    return {
      to: `/conversations/${conversation_id}`,
      does: t('Open conversation'),
      about: t('NOTE ON THE CUSTOMER · {by}', { by }),
    }
  return {
    to: `${notePaths[on]}/${on_id}`,
    does: on === 'ticket' ? t('Open ticket') : t('Open application'),
    about: t('NOTE · {by} · {reference}', { by, reference: reference ?? '' }),
  }
}

const noteLine = (hit: NoteHit, beforeHit: number): HitLine =>
  lineOf(hit, { ...ofNote(hit), text: nearHit(hit.excerpt, beforeHit) })

const issueLine = (hit: IssueHit): HitLine =>
  lineOf(hit, {
    to: `/conversations/${hit.conversation_id}`,
    does: t('Open conversation'),
    title: hit.title,
    text: joined([plain(nameOf(hit)), ...found(hit.excerpt)]),
    badge: { tone: issueTone[hit.status as IssueStatus] ?? 'grey', label: inWords(hit.status) },
  })

const applicationLine = (hit: ApplicationHit): HitLine =>
  lineOf(hit, {
    to: `${notePaths[hit.kind]}/${hit.id}`,
    does: t('Open application'),
    title: hit.name,
    text: joined([hit.reference, plain(hit.form_name)]),
    badge: {
      tone: applicationTone[hit.status as ApplicationStatus] ?? 'grey',
      label: applicationStatusLabel(hit.status as ApplicationStatus),
    },
  })

/** The hits of a kind, of all pages, as lines; `isWide`: each has room for some 120 characters. */
export function linesOf(kind: SearchKind, pages: readonly SearchReply[], isWide = false): readonly HitLine[] {
  const beforeHit = isWide ? beforeHitWide : beforeHitNarrow
  switch (kind) {
    case 'messages':
      return pages.flatMap(page => page.messages?.hits.map(hit => messageLine(hit, beforeHit)) ?? [])
    case 'people':
      return pages.flatMap(page => page.people?.hits.map(personLine) ?? [])
    case 'tickets':
      return pages.flatMap(page => page.tickets?.hits.map(ticketLine) ?? [])
    case 'notes':
      return pages.flatMap(page => page.notes?.hits.map(hit => noteLine(hit, beforeHit)) ?? [])
    case 'issues':
      return pages.flatMap(page => page.issues?.hits.map(issueLine) ?? [])
    case 'applications':
      return pages.flatMap(page => page.applications?.hits.map(applicationLine) ?? [])
  }
}
