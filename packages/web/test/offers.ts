import type { ConversationRow } from '@parley/core/conversations/api'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type * as z from 'zod'
import { conversations, serveConversations } from './conversation-list.ts'
import type { FakeApi } from './fake-api.ts'
import { notice } from './notices.ts'
import { me } from './samples.ts'

type Row = z.input<typeof ConversationRow>

/** The open offers, as a line above the screen or whole in the page. */
export const offers = () => page.getByRole('region', { name: 'New Assignment' })
/** The first of them. */
export const firstOffer = () => offers().getByRole('listitem').first()
export const offerButton = (name: string) => offers().getByRole('button', { name, exact: true })
/** The window of one offer. */
export const offerWindow = () => page.getByRole('dialog', { name: 'New Assignment' })
/** Opens that from the line of the first offer. */
export async function openWholeOffer(): Promise<void> {
  await firstOffer().getByTitle('Show the whole offer').click()
  await expect.element(offerWindow()).toBeVisible()
}

/** Conversations of nobody that the server offers to the agent, when the test says so. */
export class OfferServer {
  readonly rows: Row[]
  readonly #notices: ReturnType<typeof notice>[] = []
  readonly #api: FakeApi

  constructor(api: FakeApi, count: number, own: readonly Row[] = []) {
    this.#api = api
    this.rows = conversations(count, { agent: null })
    serveConversations(api, [...own, ...this.rows])
    // The row of now, whichever it was when the list was served.
    api.answer('conversations', ({ query: { conversation_id: wanted } }) =>
      [...own, ...this.rows].filter(({ id }) => wanted === undefined || wanted.split(',').includes(id)),
    )
    api.answer('pollNotifications', () => [...this.#notices])
    api.answer('handoffBrief', {
      wants: { intent: 'claim_status', label: 'Claim Status', confidence: 0.93 },
    })
    const end = (id: string, agent: Row['agent']) => {
      this.end(
        this.rows.findIndex(row => row.id === id),
        agent,
      )
      return { assignment_history: [] }
    }
    api.answer('acceptHandoff', ({ params }) => end(params.id, { id: me.id, name: me.name }))
    api.answer('rejectHandoff', ({ params }) => end(params.id, null))
  }

  /** One conversation is offered for five minutes, and the agent is told; before the page opens nobody hears of it. */
  offer(place: number, msLeft = 300_000): void {
    const { id } = this.#row(place)
    const now = Date.now()
    const offer = {
      id: `${Number(id) + 50_000}`,
      agent_id: me.id,
      agent_name: me.name,
      by: null,
      offered_at: new Date(now).toISOString(),
      deadline: new Date(now + msLeft).toISOString(),
    }
    this.#change(place, { offer })
    const said = notice({ type: 'ASSIGNMENT', title: '', message: '', conversation_id: id })
    this.#notices.unshift(said)
    this.#api.publish({ event: 'notification', data: { ...said, dismissed: false } })
  }

  /** The offer ends; whoever has the conversation then. */
  end(place: number, agent: Row['agent'] = null): void {
    const { id } = this.#row(place)
    const at = this.#notices.findIndex(one => one.conversation_id === id)
    const [said] = this.#notices.splice(at, 1)
    this.#change(place, { offer: null, agent })
    if (said !== undefined) this.#api.publish({ event: 'notification', data: { ...said, dismissed: true } })
  }

  #row(place: number): Row {
    const row = this.rows[place]
    if (row === undefined) throw new Error(`There is no conversation ${place}`)
    return row
  }

  #change(place: number, fields: Partial<Row>): void {
    const row = { ...this.#row(place), ...fields }
    this.rows[place] = row
    const { seen_no: _, unread_count: __, ...state } = row
    this.#api.publish({ event: 'conversation', data: state })
  }
}
