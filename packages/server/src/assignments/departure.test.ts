import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AgentClient, type AgentSocket } from '../../test/models/agent-client.ts'
import { departure, disable } from '../../test/models/departure.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { accessLifetime } from '../auth/tokens.ts'
import { write } from '../db/write.ts'
import { handBackOfDisabled } from './hand-back.ts'

const password = 'plums and 7 pears'
let phones = 256_761_000_000

describe('an agent who leaves', () => {
  let at: TestServer
  let watching: AgentSocket
  /** The agent who leaves. */
  let zoe: AgentClient
  let email: string
  let socket: AgentSocket
  beforeAll(async () => {
    at = await startTestServer()
    watching = await at.ann.connect()
    await setStatus(at.ann, 'AVAILABLE')
  })
  afterAll(async () => {
    watching.cut()
    await at.close()
  })
  beforeEach(async () => {
    email = `zoe-${unique()}@parley.example`
    await at.ann.get('register', { body: { name: 'Zoe', email, password } })
    zoe = await signIn()
    socket = await zoe.connect()
    await setStatus(zoe, 'AVAILABLE')
    await at.ann.get('clearNotifications')
    return () => socket.cut()
  })

  const signIn = () => AgentClient.signIn(at.server.app, at.url, email, password)
  const setStatus = (agent: AgentClient, status: string) =>
    agent.get('setAgentStatus', { params: { id: agent.id }, body: { status } })
  const logout = (agent: AgentClient) => agent.ask('logout', { body: { refresh_token: agent.refreshToken } })
  const conversation = async (): Promise<string> => {
    const phone = String((phones += 1))
    expect(await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hello'))).toBe(200)
    const { reply } = await at.ann.get('conversations', { query: { search: phone } })
    return reply[0]?.id ?? ''
  }
  const give = (id: string, to: AgentClient) =>
    at.ann.get('assign', { params: { id }, body: { agent_id: to.id } })
  const offered = async (): Promise<string> => {
    const id = await conversation()
    await give(id, zoe)
    return id
  }
  const row = async (id: string) =>
    (await at.ann.get('conversations', { query: { conversation_id: id } })).reply[0]
  const historyOf = async (id: string) =>
    (await at.ann.get('assignmentHistory', { params: { id } })).reply.assignment_history
  const openOffers = () =>
    at.database.db
      .selectFrom('assignments')
      .select(['id', 'was_online'])
      .where('agent_id', '=', Number(zoe.id))
      .where('state', '=', 'offered')
      .execute()
  /** Whether one transaction wrote the rows of the agent and of the newest offer. */
  const isOneTransaction = async (id: string) => {
    const { rows } = await sql<{ same: boolean }>`
      select a.xmin = o.xmin as same from agents a join assignments o on o.agent_id = a.id
      where a.id = ${zoe.id}::bigint and o.conversation_id = ${id}::bigint`.execute(at.database.db)
    return rows[0]?.same
  }
  /** The published end of a conversation's offer. */
  const expectEnded = async (id: string, reason: string) => {
    expect(await isOneTransaction(id)).toBe(true)
    expect(await row(id)).toMatchObject({ agent: null, offer: null })
    expect(await historyOf(id)).toMatchObject([{ agent_id: zoe.id, state: 'expired', reason }])
    const told = (await at.ann.get('pollNotifications')).reply.filter(notice => notice.type === 'warning')
    const message = `Zoe did not answer for conversation #${id}: ${reason}`
    expect(told).toMatchObject([{ title: 'Assignment not answered', message, conversation_id: id }])
    const openNotices = await at.database.db
      .selectFrom('notifications')
      .select('id')
      .where('agent_id', '=', Number(zoe.id))
      .where('cause', '=', 'offer')
      .where('dismissed_at', 'is', null)
      .execute()
    expect(openNotices).toEqual([])
    const { seq } = await at.ann.get('conversations')
    await watching.reached(seq)
    const states = watching.events.flatMap(event =>
      event.event === 'conversation' && event.data.id === id ? [event.data] : [],
    )
    expect(states.at(-1)).toMatchObject({ offer: null })
  }

  test.each(['OFFLINE', 'AWAY'])(
    'the status %s ends the offers to them at once, and they accept none any more',
    async status => {
      const id = await offered()
      const { reply } = await setStatus(zoe, status)
      expect(reply.current_workload).toBe(0)
      await expectEnded(id, 'Went offline')
      expect(await zoe.ask('acceptHandoff', { params: { id } })).toMatchObject({
        status: 409,
        body: {
          code: 'agent.offline',
          detail: 'You are not available. Set your status to Available before you take a conversation',
        },
      })
    },
  )

  test('an offer to an offline agent stays open, and can be accepted once they are available', async () => {
    await setStatus(zoe, 'OFFLINE')
    const id = await offered()
    expect(await zoe.ask('acceptHandoff', { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'agent.offline' },
    })
    expect(await row(id)).toMatchObject({ agent: null, offer: { agent_id: zoe.id } })
    await setStatus(zoe, 'AVAILABLE')
    expect(await zoe.ask('acceptHandoff', { params: { id } })).toMatchObject({ status: 200 })
    expect(await row(id)).toMatchObject({ agent: { id: zoe.id }, offer: null })
  })

  test('[API-07] signing out ends offers at once, and the agent is offline', async () => {
    const id = await offered()
    expect(await logout(zoe)).toMatchObject({ status: 204 })
    await expectEnded(id, 'Went offline')
    const profiles = (await at.ann.get('availableAgents')).reply
    expect(profiles.find(one => one.id === zoe.id)).toMatchObject({ is_online: false, current_workload: 0 })
  })

  test('signing out on one of two devices keeps offers, unless the other was not used lately', async () => {
    const second = await signIn()
    const id = await offered()
    await logout(second)
    expect(await row(id)).toMatchObject({ offer: { agent_id: zoe.id } })
    const third = await signIn()
    await at.database.db
      .updateTable('sessions')
      .set({ used_at: sql<Date>`used_at - make_interval(secs => ${accessLifetime})` })
      .where('agent_id', '=', Number(zoe.id))
      .where('ended_at', 'is', null)
      .where('id', '<>', sql<number>`(select max(id) from sessions)`)
      .execute()
    await logout(third)
    await expectEnded(id, 'Went offline')
  })

  test('an offer made while the agent leaves is ended too', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, conversation))
    for (let round = 0; round < 3; round += 1) {
      await setStatus(zoe, 'AVAILABLE')
      await Promise.all([
        ...ids.slice(0, 3).map(id => give(id, zoe)),
        setStatus(zoe, 'OFFLINE'),
        ...ids.slice(3).map(id => give(id, zoe)),
      ])
      expect((await openOffers()).filter(one => one.was_online)).toEqual([])
    }
  })

  const setConversation = (id: string, status: string) =>
    at.ann.get('setConversationStatus', { params: { id }, body: { status } })
  const take = async (): Promise<string> => {
    const id = await conversation()
    await zoe.get('acceptHandoff', { params: { id } })
    return id
  }
  const lastChange = (id: string) =>
    at.database.db
      .selectFrom('owner_changes')
      .select(['from_id', 'to_id', 'by_id', 'at', 'assignment_id'])
      .where('conversation_id', '=', Number(id))
      .orderBy('id', 'desc')
      .executeTakeFirst()
  const handedBack = () => ({
    from_id: Number(zoe.id),
    to_id: null,
    by_id: null,
    assignment_id: null,
    at: at.clock.now(),
  })

  test('disabling an agent ends their offers and returns their conversations to the queue in one transaction', async () => {
    const open = await take()
    const dormant = await take()
    const over = await take()
    const archived = await take()
    await setConversation(dormant, 'DORMANT')
    await setConversation(over, 'RESOLVED')
    await setConversation(archived, 'ARCHIVED')
    const id = await offered()
    at.clock.advance(1)
    await disable(at.server.writer, email)
    await expectEnded(id, 'Account disabled')
    for (const back of [open, dormant]) {
      expect(await row(back)).toMatchObject({ agent: null, offer: null })
      expect(await lastChange(back)).toEqual(handedBack())
      const { rows } = await sql<{ same: boolean }>`
        select a.xmin = c.xmin as same from agents a, conversations c
        where a.id = ${zoe.id}::bigint and c.id = ${back}::bigint`.execute(at.database.db)
      expect(rows).toEqual([{ same: true }])
      expect(
        watching.events.findLast(event => event.event === 'conversation' && event.data.id === back),
      ).toMatchObject({ data: { agent: null } })
    }
    for (const kept of [over, archived]) {
      expect(await row(kept)).toMatchObject({ agent: { id: zoe.id } })
      expect(await lastChange(kept)).toMatchObject({ to_id: Number(zoe.id) })
    }
    const claimed = await at.ann.ask('acceptHandoff', { params: { id: open } })
    expect(claimed).toMatchObject({ status: 200 })
    expect(await row(open)).toMatchObject({ agent: { id: at.ann.id } })
  })

  test('a reopened conversation leaves a disabled owner, and stays with an enabled one', async () => {
    const id = await take()
    await setConversation(id, 'RESOLVED')
    const kept = await conversation()
    await at.ann.get('acceptHandoff', { params: { id: kept } })
    await disable(at.server.writer, email)
    await setConversation(id, 'ACTIVE')
    // The server's own loop may have been quicker.
    expect([0, 1]).toContain(await handBackOfDisabled(at.server.writer))
    expect(await row(id)).toMatchObject({ agent: null })
    expect(await lastChange(id)).toEqual(handedBack())
    const { seq } = await at.ann.get('conversations')
    await watching.reached(seq)
    expect(
      watching.events.findLast(event => event.event === 'agent' && event.data.id === zoe.id),
    ).toMatchObject({ data: { current_workload: 0 } })
    expect(await row(kept)).toMatchObject({ agent: { id: at.ann.id } })
    expect(await handBackOfDisabled(at.server.writer)).toBe(0)
  })

  test('of more than a thousand conversations the active ones return first, and the others soon after', async () => {
    const now = at.clock.now()
    const several = (count: number, status: string) =>
      sql`
      with who as (
        insert into customers (wa_id, created_at)
        select ${unique()} || n, ${now}::timestamptz from generate_series(1, ${count}::int) n returning id
      )
      insert into conversations (customer_id, phone_number_id, status, assignee_id, last_activity, created_at, updated_at)
      select id, '1', ${status}, ${zoe.id}::bigint, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz from who`.execute(
        at.database.db,
      )
    await several(900, 'DORMANT')
    await several(300, 'ACTIVE')
    const left = () =>
      at.database.db
        .selectFrom('conversations')
        .select('status')
        .where('assignee_id', '=', Number(zoe.id))
        .execute()
    // As the disabling transaction does it, without the loop that runs beside this test.
    await write(at.server.writer, context => departure.handBackOf(context, Number(zoe.id)))
    expect(await left()).toEqual(Array.from({ length: 200 }, () => ({ status: 'DORMANT' })))
    await disable(at.server.writer, email)
    expect(await left()).toEqual([])
  })
})
