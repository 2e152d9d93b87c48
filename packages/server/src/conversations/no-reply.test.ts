import { queues } from '@parley/core/conversations/constants'
import { readConversation } from '@parley/core/read/entities'
import { isInQueue } from '@parley/core/conversations/queue'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { envelope, text } from '../../test/models/webhooks.ts'

let phones = 0

describe('[Q-414] no reply needed', () => {
  let at: TestServer
  let phone: string
  let id: string
  beforeAll(async () => {
    at = await startTestServer({ undoSendMs: 5_000 })
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    phone = `25677${String((phones += 1)).padStart(7, '0')}`
    await says('Mwebale nnyo')
    id = (await row()).id
  })

  const says = async (body: string) => {
    at.clock.advance(1)
    const second = Math.floor(at.clock.now().getTime() / 1000)
    const contacts = [{ wa_id: phone, profile: { name: 'Nakato' } }]
    await at.webhook(envelope({ contacts, messages: [text(phone, `wamid.${unique()}`, body, second)] }))
  }
  const row = async () => {
    const [found] = (await at.ann.get('conversations', { query: { search: `+${phone}` } })).reply
    if (found === undefined) throw new Error(`No conversation of ${phone}`)
    return found
  }
  /** The queues that it is in, by the server and by the rule. */
  const inQueues = async () => {
    const shown: string[] = []
    for (const queue of queues) {
      const { reply } = await at.ann.get('conversations', { query: { queue } })
      if (reply.some(one => one.id === id)) shown.push(queue)
    }
    const current = readConversation(await row())
    expect(queues.filter(queue => isInQueue(current, queue))).toEqual(shown)
    return shown
  }
  const mark = async (agent = at.ann, inbound_no?: number) =>
    agent.ask('markNoReply', { params: { id }, body: { inbound_no: inbound_no ?? (await row()).inbound_no } })
  const unmark = (agent = at.ann) => agent.ask('unmarkNoReply', { params: { id } })
  const lines = async () =>
    (await at.ann.get('history', { params: { id } })).reply.messages.flatMap(({ details, content }) =>
      details?.no_reply === undefined ? [] : [content],
    )
  const reply = async () =>
    at.ann.get('send', { params: { id }, body: { client_message_id: unique(), content: 'Welcome' } })

  test('nobody waits any more, the status stays, and the undo lets the customer wait from the same time', async () => {
    const before = await row()
    const { body } = await mark()
    expect(body).toMatchObject({
      status: 'ACTIVE',
      waiting_since: null,
      acknowledgement: null,
      no_reply: { by: { id: at.ann.id }, at: at.clock.now().toISOString() },
      last_message: before.last_message,
    })
    expect(await inQueues()).toEqual(['no-reply'])
    expect((await unmark(at.brian)).body).toMatchObject({
      waiting_since: before.waiting_since,
      acknowledgement: before.acknowledgement,
      no_reply: null,
    })
    expect(await inQueues()).toEqual(['open', 'waiting'])
  })

  test('it leaves the windows that close soon, and the counts of who waits', async () => {
    const waits = async () =>
      (await at.ann.get('conversations', { query: { queue: 'waiting', limit: '1' } })).headers['parley-total']
    // As the server's own job marks it.
    await at.database.db
      .updateTable('conversations')
      .set({
        customer_wrote_at: new Date(at.clock.now().getTime() - 21 * 3_600_000),
        closing_soon: true,
      })
      .where('id', '=', Number(id))
      .execute()
    expect(await inQueues()).toEqual(['open', 'waiting', 'closing'])
    const before = Number(await waits())
    await mark()
    expect(await inQueues()).toEqual(['no-reply'])
    expect(Number(await waits())).toBe(before - 1)
  })

  test('both are on record, and a line in the thread that is never the last message', async () => {
    await mark()
    await unmark(at.brian)
    expect(await lines()).toEqual(['No reply needed · ann', 'Waits for a reply again · brian'])
    expect((await row()).last_message?.content).toBe('Mwebale nnyo')
    for (const [action, who] of [
      ['conversation.no-reply', at.ann.id],
      ['conversation.no-reply-undone', at.brian.id],
    ] as const) {
      const [entry] = (await at.ann.get('audit', { query: { action } })).reply
      expect(entry).toMatchObject({ on: { id }, by: { id: who } })
    }
  })

  test('the customer’s next message waits anew, and ends the mark', async () => {
    await mark()
    await says('And my claim?')
    const after = await row()
    expect(after).toMatchObject({ no_reply: null, acknowledgement: null })
    expect(after.waiting_since).toBe(after.last_message?.created_at)
    expect(await inQueues()).toEqual(['open', 'waiting'])
  })

  test('a message that came meanwhile wins, and the agent is told', async () => {
    const { inbound_no: seen } = await row()
    await says('And my claim?')
    expect(await mark(at.ann, seen)).toMatchObject({
      status: 409,
      body: { code: 'conversation.wrote-again' },
    })
    expect(await inQueues()).toEqual(['open', 'waiting'])
  })

  test('repeats change nothing, also a colleague’s; where nobody waits it is refused', async () => {
    await mark()
    const { body } = await mark(at.brian)
    expect(body).toMatchObject({ no_reply: { by: { id: at.ann.id } } })
    expect((await unmark()).status).toBe(200)
    expect((await unmark()).status).toBe(200)
    expect(await lines()).toHaveLength(2)
    await reply()
    const changed = { status: 409, body: { code: 'conversation.changed' } }
    expect(await mark()).toMatchObject(changed)
    expect(await unmark()).toMatchObject(changed)
  })

  test('a reply ends the mark, and brings it back if it is taken back', async () => {
    await mark()
    const { id: message } = (await reply()).reply
    expect(await row()).toMatchObject({ no_reply: null, waiting_since: null })
    expect(await unmark()).toMatchObject({ status: 409 })
    await at.ann.get('takeBack', { params: { id: message } })
    expect(await row()).toMatchObject({ no_reply: { by: { id: at.ann.id } }, waiting_since: null })
  })

  test('a resolved conversation has no mark, and cannot get one', async () => {
    await mark()
    await at.ann.get('setConversationStatus', { params: { id }, body: { status: 'RESOLVED' } })
    expect(await row()).toMatchObject({ no_reply: null })
    expect(await mark()).toMatchObject({ status: 409 })
    expect(await unmark()).toMatchObject({ status: 409 })
  })

  test('an offer of the queue ends', async () => {
    await at.ann.get('assign', { params: { id }, body: { agent_id: at.brian.id } })
    expect((await row()).offer).not.toBeNull()
    await mark()
    expect((await row()).offer).toBeNull()
  })
})
