import { readConversation } from '@parley/core/read/entities'
import { matchesFilter, orderOf } from '@parley/core/conversations/rules'
import type { Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import type { Database } from '../db/database.ts'

describe('a queue', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
    for (let n = 1; n <= 14; n += 1) {
      // Three of each second, so that ids decide.
      if (n % 3 === 0) at.clock.advance(1)
      await at.webhook(textWebhook(`2567000000${String(n).padStart(2, '0')}`, `wamid.${n}`, `no ${n}`))
    }
    await at.database.db
      .updateTable('conversations')
      .set({ assignee_id: Number(at.ann.id) })
      .where('id', 'in', (await idsOf({ limit: '5' })).map(Number))
      .execute()
  })
  afterAll(() => at.close())

  const list = (query: Record<string, string> = {}) => at.ann.get('conversations', { query })
  const idsOf = async (query: Record<string, string>): Promise<readonly string[]> =>
    (await list(query)).reply.map(row => row.id)

  test('[Q-217] orders by the longest wait, then by the last reply, in pages too, without closed conversations and the bot’s', async () => {
    const { db } = at.database
    const ids = (await idsOf({})).toSorted((a, b) => Number(a) - Number(b)).map(Number)
    const [resolved, withBot, answered, later, dormant, transferred] = ids
    const put = (id: number | undefined, change: Updateable<Database['conversations']>) =>
      db.updateTable('conversations').set(change).where('id', '=', Number(id)).execute()
    await put(resolved, { status: 'RESOLVED' })
    await put(withBot, { with_bot: true, human_wait_started_at: null })
    await put(answered, { human_wait_started_at: null, last_activity: new Date('2026-03-02T09:30:00Z') })
    await put(later, { human_wait_started_at: null, last_activity: new Date('2026-03-02T09:31:00Z') })
    await put(dormant, { status: 'DORMANT', human_wait_started_at: null })
    await put(transferred, { status: 'TRANSFERRED', human_wait_started_at: null })
    const { reply } = await list()
    const rows = reply.map(row => readConversation(row))
    for (const queue of ['open', 'waiting'] as const) {
      const wanted = rows.filter(row => matchesFilter(row, { queue })).toSorted(orderOf({ queue }))
      expect(wanted.length).toBeGreaterThan(6)
      expect(await idsOf({ queue })).toEqual(wanted.map(row => row.id))
      const paged: string[] = []
      for (let after: string | undefined; ; after = paged.at(-1)) {
        const page = await idsOf({ queue, limit: '2', ...(after !== undefined && { after }) })
        paged.push(...page)
        if (page.length < 2) break
      }
      expect(paged).toEqual(wanted.map(row => row.id))
      expect(await idsOf({ queue, limit: '3', skip: '2' })).toEqual(paged.slice(2, 5))
      expect((await list({ queue, limit: '1' })).headers['parley-total']).toBe(String(wanted.length))
    }
    const shown = new Set(await idsOf({ queue: 'open' }))
    expect([resolved, withBot, dormant].map(id => shown.has(String(id)))).toEqual([false, false, false])
    const mine: readonly string[] = await idsOf({ queue: 'open', assignee_id: at.ann.id })
    expect(mine).toEqual((await idsOf({ queue: 'open' })).filter(id => mine.includes(id)))
    expect(mine.length).toBeGreaterThan(1)
  })

  test('[Q-246 Q-380] windows that close, tickets and failed replies decide before the wait, in pages too, and are published', async () => {
    const waiting = await idsOf({ queue: 'waiting' })
    const [first, , , last] = waiting
    const raise = async (id: string | undefined, priority: string) => {
      const body = { conversation_id: id, title: 'Look', description: 'It', status: 'NEW', priority }
      return (await at.ann.get('createTicket', { body })).reply.id
    }
    const ticket = await raise(last, 'URGENT')
    await raise(last, 'LOW')
    await raise(waiting[1], 'HIGH')
    await raise(waiting[2], 'HIGH')
    const asRule = async (leader: string | undefined) => {
      const wanted = (await list()).reply
        .map(row => readConversation(row))
        .filter(row => matchesFilter(row, { queue: 'waiting' }))
        .toSorted(orderOf({ queue: 'waiting' }))
        .map(row => row.id)
      expect(wanted[0]).toBe(leader)
      expect(await idsOf({ queue: 'waiting' })).toEqual(wanted)
      const paged: string[] = []
      for (let page = wanted.slice(0, 0); ; ) {
        const after = page.at(-1)
        page = [...(await idsOf({ queue: 'waiting', limit: '1', ...(after !== undefined && { after }) }))]
        if (page.length === 0) break
        paged.push(...page)
      }
      expect(paged).toEqual(wanted)
    }
    await asRule(last)
    const of = async (id: string | undefined) =>
      (await list()).reply.find(row => row.id === id)?.ticket_priority
    expect([await of(last), await of(waiting[1]), await of(first)]).toEqual(['URGENT', 'HIGH', null])
    // A closed ticket counts no longer, nor one with a lower priority.
    const edit = (status: string) =>
      at.ann.get('updateTicket', { params: { id: ticket }, body: { status, agent_notes: 'Seen to' } })
    await edit('RESOLVED')
    expect(await of(last)).toBe('LOW')
    await asRule(waiting[1])
    await edit('REOPENED')
    expect(await of(last)).toBe('URGENT')
    await at.ann.get('updateTicket', { params: { id: ticket }, body: { priority: 'MEDIUM' } })
    expect(await of(last)).toBe('MEDIUM')
    await asRule(waiting[1])
    const put = (id: string | undefined, change: Updateable<Database['conversations']>) =>
      at.database.db.updateTable('conversations').set(change).where('id', '=', Number(id)).execute()
    // As the server's own job marks it.
    const wroteAt = new Date(at.clock.now().getTime() - 23.5 * 3_600_000)
    await put(waiting[3], { customer_wrote_at: wroteAt, closing_soon: true, closing_within_hour: true })
    await asRule(waiting[3])
    await put(waiting[1], { unreachable: 'blocked', unreachable_at: new Date('2030-01-01T00:00:00Z') })
    await put(waiting[2], { number_gone: true })
    await asRule(waiting[3])
    expect((await idsOf({ queue: 'waiting' })).slice(-2)).toEqual([waiting[1], waiting[2]])
    const { reply } = await at.ann.get('nextUp', { query: { until: '2030-01-01T00:00:00Z' } })
    expect([waiting[1], waiting[2]]).not.toContain(reply.first?.conversation_id)
  })
})
