import { draws } from '@parley/core/read/readers.fixture'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole, setTime } from '../../test/console.tsx'
import type { FakeApi } from '../../test/fake-api.ts'
import { panel, tile } from '../../test/figures.ts'
import { type QueueServer, serveQueue } from '../../test/queue.ts'
import { brian, conversation, customer, me } from '../../test/samples.ts'

/** The number that a place names as the viewer's unread messages; 0 where it names none. */
const numberIn = (place: Element | null | undefined): number =>
  Number(
    place?.querySelector('[title$="unread messages of yours"]')?.getAttribute('title')?.split(' ')[0] ?? 0,
  )

const inTitle = (): number => Number(/^\((\d+)\)/.exec(document.title)?.[1] ?? 0)

/** Conversations of the viewer, of a colleague and of nobody, whose customers write and whose messages are read. */
class Desk {
  readonly #api: FakeApi
  readonly #draw = draws(417)
  readonly #rows = Array.from({ length: 8 }, (_, at) =>
    conversation({ id: String(100 + at), user: customer(`Customer ${at}`), agent: this.#owner() }),
  )
  readonly #server: QueueServer

  constructor(api: FakeApi) {
    this.#api = api
    this.#server = serveQueue(api, this.#rows)
    api.answer('unreadStats', () => ({
      total_unread_messages: this.messages,
      conversations_with_unread: this.own.length,
      conversation_unread_counts: Object.fromEntries(this.own.map(row => [row.id, row.unread_count])),
      unread_conversations: this.own.map(row => row.id),
    }))
  }

  get own() {
    return this.#rows.filter(row => row.agent?.id === me.id && row.unread_count > 0)
  }

  get messages(): number {
    return this.own.reduce((sum, row) => sum + row.unread_count, 0)
  }

  /** One customer writes, one conversation changes hands, or the viewer reads one elsewhere. */
  act(): void {
    const row = this.#rows[Math.floor(this.#draw() * this.#rows.length)]
    if (row === undefined) return
    const dice = this.#draw()
    if (dice < 0.5) row.inbound_no += 1
    else if (dice < 0.8) row.agent = this.#owner()
    else row.seen_no = row.inbound_no
    row.unread_count = row.inbound_no - row.seen_no
    const { id, inbound_no, seen_no, unread_count, agent } = row
    this.#server.become(id, { inbound_no, seen_no, unread_count, agent })
    if (dice >= 0.8) this.#api.publish({ event: 'read', data: { conversation_id: id, seen_no } })
  }

  #owner() {
    const dice = this.#draw()
    return dice < 0.5 ? { id: me.id, name: me.name } : dice < 0.8 ? { id: brian.id, name: brian.name } : null
  }
}

test('[CLIST-01 DASH-12 Q-014 Q-417] after random events every place says the same unread messages, those of one’s own conversations', async () => {
  setTime('2026-03-02T12:30:00+03:00')
  let desk: Desk | undefined
  await openConsole('/', {
    given: api => {
      desk = new Desk(api)
    },
  })
  const navigation = page.getByRole('navigation', { name: 'Main' })
  const places = {
    sidebar: () => numberIn(navigation.getByRole('link', { name: /^Conversations/ }).query()),
    title: inTitle,
  }
  const banner = () => numberIn(page.getByRole('banner').query())
  const key = panel('Key figures')
  const onScreen: Record<string, Record<string, () => unknown>> = {
    Dashboard: {
      tile: () =>
        Number.parseInt(
          tile(key, 'Pending Conversations')
            .getByText(/^\d+ unread/)
            .query()?.textContent ?? '0',
          10,
        ),
    },
    Inbox: { banner },
    Conversations: { banner },
  }
  const pending = () => tile(key, 'Pending Conversations').query()?.querySelector('b')?.textContent
  const strip = () =>
    panel('Waiting for you')
      .getByRole('listitem')
      .filter({ hasText: 'Unread conversations' })
      .query()
      ?.querySelector('b')?.textContent
  const seen = new Set<number>()
  for (const screen of ['Dashboard', 'Inbox', 'Conversations', 'Dashboard']) {
    await navigation.getByRole('link', { name: new RegExp(`^${screen}`) }).click()
    for (let step = 0; step < 12; step += 1) {
      desk?.act()
      const wanted = desk?.messages ?? 0
      seen.add(wanted)
      for (const [place, shown] of Object.entries({ ...places, ...onScreen[screen] }))
        await expect
          .poll(() => ({ screen, step, place, shown: shown() }), { timeout: 5_000 })
          .toEqual({
            screen,
            step,
            place,
            shown: wanted,
          })
      if (screen !== 'Dashboard') continue
      await expect
        .poll(() => [pending(), strip()])
        .toEqual([String(desk?.own.length), String(desk?.own.length)])
    }
  }
  expect(seen.size).toBeGreaterThan(5)
})
