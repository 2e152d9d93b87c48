import { ApiError } from '@parley/core/errors'
import type { CreateTicketBody, Ticket, UpdateTicketBody } from '@parley/core/tickets/api'
import { resolutionOf } from '@parley/core/tickets/edit'
import { notesText, statusEffect } from '@parley/core/tickets/rules'
import { expect, onTestFinished } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type * as z from 'zod'
import { type Opening, openConsole, setTime } from './console.tsx'
import type { FakeApi } from './fake-api.ts'
import { conversation, customer, me, message, ticket } from './samples.ts'
import { replyBox, thread } from './screen.ts'

export type TicketRecord = z.input<typeof Ticket>

const conversationId = '7'

/** A ticket that somebody works on. */
export const payment = ticket({
  id: '51',
  ticket_number: 'TCK-00051',
  conversation_id: conversationId,
  title: 'Payment not matched',
  description: 'Paid by Airtel, still pending.',
  status: 'IN_PROGRESS',
  priority: 'MEDIUM',
  version: 1,
})

/** The server's tickets, newest first, which it edits by its rules. */
export class TicketServer {
  #records: readonly TicketRecord[]
  /** What was made of each id that the console gave. */
  readonly #made = new Map<string, TicketRecord>()

  constructor(records: readonly TicketRecord[]) {
    this.#records = records
  }

  get records(): readonly TicketRecord[] {
    return this.#records
  }

  /** Edits a ticket, as the call does. @throws ApiError ticket.not-found, ticket.changed */
  edit(id: string, body: UpdateTicketBody, by = me.name): TicketRecord {
    const before = this.#find(record => record.id === id)
    if (body.version !== undefined && body.version !== before.version)
      throw new ApiError('ticket.changed', {}, undefined, { current: before })
    const after = edited(before, body, by)
    this.#records = this.#records.map(record => (record.id === id ? after : record))
    return after
  }

  /** Answers the calls about tickets from now on, also those that a test let fail. */
  serve(api: FakeApi): void {
    api.answer('tickets', () => [...this.#records])
    api.answer('ticket', ({ params }) => this.#find(({ id }) => id === params.id))
    api.answer('ticketByNumber', ({ params }) => this.#find(one => one.ticket_number === params.number))
    api.answer('createTicket', ({ body }) => this.#create(body))
    api.answer('updateTicket', ({ params, body }) => this.edit(params.id, body))
    api.answer('setTicketPriority', ({ params, body }) => this.edit(params.id, body))
    api.answer('reopenTicket', ({ params, body = { status: 'REOPENED' } }) => {
      const { reason, status, version } = body
      return this.edit(params.id, { status, version, agent_notes: reason })
    })
  }

  #find(isWanted: (record: TicketRecord) => boolean): TicketRecord {
    const found = this.#records.find(isWanted)
    if (found === undefined) throw new ApiError('ticket.not-found', { id: '' })
    return found
  }

  #create(body: z.output<typeof CreateTicketBody>): TicketRecord {
    const { title, description, priority, status, client_ticket_id: clientId = '' } = body
    const made = this.#made.get(clientId)
    if (made !== undefined) return made
    const about = { id: '61', ticket_number: 'TCK-00061', conversation_id: conversationId, version: 1 }
    const record = ticket({ ...about, title, description, priority, status })
    this.#records = [record, ...this.#records]
    this.#made.set(clientId, record)
    return record
  }
}

function edited(before: TicketRecord, body: UpdateTicketBody, by: string): TicketRecord {
  const { status = before.status, priority = before.priority } = body
  const at = new Date().toISOString()
  const note = body.agent_notes?.trim() ?? ''
  const notes = note === '' ? before.notes : [...before.notes, { text: note, at, by }]
  const { resolvedAt, reopens } = statusEffect(before.status, status)
  return {
    ...before,
    status,
    priority,
    notes,
    agent_notes: notesText(notes),
    resolution:
      resolutionOf(before.status, status, { resolution: body.resolution, note }) ?? before.resolution,
    ...(resolvedAt !== 'keep' && { resolved_at: resolvedAt === 'set' ? at : null }),
    ...(reopens && { reopened_at: at }),
    updated_at: at,
    version: before.version + 1,
  }
}

/** The server has a conversation of a customer without a name, who has written; the first ticket stands for it. */
export function serveConversation(api: FakeApi, server: TicketServer): void {
  const [first] = server.records
  const named = first === undefined ? null : { id: first.id, ticket_number: first.ticket_number || null }
  api.answer('conversations', [conversation({ user: customer(null), ticket: named })])
  api.answer('history', { messages: [message({ content: 'My policy shows pending' })] })
  server.serve(api)
}

/** Opens such a conversation at half past noon of the samples' day; the box has the focus. */
export async function openConversation(
  tickets: readonly TicketRecord[],
  { given, ...opening }: Opening = {},
): Promise<{ readonly api: FakeApi; readonly server: TicketServer }> {
  setTime('2026-03-02T12:30:00+03:00')
  const server = new TicketServer(tickets)
  const api = await openConsole(`/conversations/${conversationId}`, {
    ...opening,
    given: one => {
      serveConversation(one, server)
      given?.(one)
    },
  })
  await expect.element(thread().getByText('My policy shows pending')).toBeVisible()
  await expect.element(replyBox()).toHaveFocus()
  return { api, server }
}

export const manager = () => page.getByRole('dialog', { name: /^Support Tickets - / })
export const manageButton = () => page.getByRole('button', { name: 'Manage Ticket', exact: true })
export const notes = (where: Locator) => where.getByRole('textbox', { name: /^Agent Notes/ })
export const updateButton = (where: Locator) => where.getByRole('button', { name: /^Update (to|Ticket)/ })
export const choice = (where: Locator, name: string) => where.getByRole('combobox', { name, exact: true })
export const option = (name: string) => page.getByRole('option', { name, exact: true })

/** Opens the window of tickets; it shows the conversation's ticket unfolded. */
export async function openManager(): Promise<Locator> {
  await manageButton().click()
  await expect.element(manager()).toBeVisible()
  return manager()
}

/** Opens a list and picks one of its options. */
export async function pick(where: Locator, field: string, name: string): Promise<void> {
  await choice(where, field).click()
  await option(name).click()
}

/** Waits until the open list offers these. */
export const expectOptions = (names: readonly string[]) =>
  expect
    .poll(() =>
      page
        .getByRole('option')
        .elements()
        .map(one => one.textContent),
    )
    .toEqual(names)

/** Watches for words that come and go by themselves. */
export function watchWords(words: string): {
  readonly haveCome: () => boolean
  /** For how many milliseconds they stood; null until they have gone. */
  readonly stoodFor: () => number | null
} {
  let cameAt: number | null = null
  let wentAt: number | null = null
  const observer = new MutationObserver(() => {
    const isThere = document.body.textContent.includes(words)
    if (isThere) cameAt ??= performance.now()
    else if (cameAt !== null) wentAt ??= performance.now()
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  return {
    haveCome: () => cameAt !== null,
    stoodFor: () => (cameAt === null || wentAt === null ? null : wentAt - cameAt),
  }
}
