import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addApplication } from '../../test/models/applications.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'
import { unreadOf } from '../conversations/counts.ts'

describe('two customers who are one person', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  let people = 0
  const newPhone = () => `25677${String((people += 1)).padStart(7, '0')}`
  let seconds = 0
  const say = async (phone: string, words: string, more: object = {}) => {
    seconds += 1
    const when = Math.floor(at.clock.now().getTime() / 1_000) - 1_000 + seconds
    const contacts = [{ wa_id: phone, profile: { name: `Name ${phone}` } }]
    const message = { ...text(phone, `wamid.${phone}.${seconds}`, words, when), ...more }
    expect(await at.webhook(envelope({ contacts, messages: [message] }))).toBe(200)
  }
  const rowsOf = async (search: string) =>
    (await at.ann.get('conversations', { query: { search } })).reply.map(row => ({
      id: row.id,
      name: row.user.name,
      phone: row.user.phone_number,
      status: row.status,
      customer: row.user.id,
    }))
  const threadOf = async (id: string) =>
    (await at.ann.get('history', { params: { id } })).reply.messages.map(({ content }) => content)
  /** Two customers with one conversation each, the second with work. */
  const two = async () => {
    const [first, second] = [newPhone(), newPhone()]
    await say(first, `one ${first}`)
    await say(second, `two ${second}`)
    const [here, there] = [(await rowsOf(first))[0], (await rowsOf(second))[0]]
    if (here === undefined || there === undefined) throw new Error('A conversation is missing')
    const raised = { conversation_id: there.id, title: 'Late payment' }
    const ticket = (await at.ann.get('createTicket', { body: raised })).reply
    const application = await addApplication(at.server.writer, { kind: 'ipp', conversationId: there.id })
    return { first, second, here, there, ticket, application }
  }
  const merge = async (id: string, other: string) =>
    (await at.ann.get('mergeCustomers', { params: { id }, body: { other_conversation_id: other } })).reply
  const undo = async (id: string, mergeId: string) => {
    const { status } = await at.ann.ask('undoMerge', { params: { id, merge: mergeId } })
    expect(status).toBe(204)
  }

  test('[Q-326] an undo restores a name that followed the other’s profile, and an agent’s name', async () => {
    const { first, second, here, there } = await two()
    const nameOf = async (id: string) =>
      (await at.ann.get('conversations', { query: { conversation_id: id } })).reply[0]?.user
    await at.ann.get('renameCustomer', { params: { id: there.id }, body: { name: 'Auma' } })
    const { id: mergeId } = await merge(here.id, there.id)
    expect(await nameOf(here.id)).toMatchObject({ name: `Name ${first}` })
    await undo(here.id, mergeId)
    expect(await nameOf(there.id)).toMatchObject({ name: 'Auma', profile_name: `Name ${second}` })
    await at.ann.get('renameCustomer', { params: { id: there.id }, body: { name: null } })
    const { id: again } = await merge(here.id, there.id)
    await say(second, 'It is me')
    expect(await nameOf(here.id)).toMatchObject({ name: `Name ${second}` })
    await undo(here.id, again)
    expect(await nameOf(here.id)).toMatchObject({ name: `Name ${first}`, profile_name: null })
    expect(await nameOf(there.id)).toMatchObject({ name: `Name ${second}`, profile_name: null })
  })

  test('[Q-181] conversations, tickets and applications move, and replies go to the address used last', async () => {
    const { first, second, here, there, ticket, application } = await two()
    const stop = {
      wa_id: second,
      category: 'marketing_messages',
      value: 'stop',
      timestamp: String(at.clock.now().getTime() / 1_000),
    }
    const stopped = envelope({ user_preferences: [stop] })
    Object.assign(stopped.entry[0]?.changes[0] ?? {}, { field: 'user_preferences' })
    expect(await at.webhook(stopped)).toBe(200)
    const made = await merge(here.id, there.id)
    const { marketing_opt_out_at: optedOut } = await at.database.db
      .selectFrom('customers')
      .select('marketing_opt_out_at')
      .where('id', '=', Number(here.customer))
      .executeTakeFirstOrThrow()
    expect(optedOut).not.toBeNull()
    expect(made).toMatchObject({
      gone: { id: there.customer, name: `Name ${second}`, phone_number: `+${second}` },
      conversation_ids: [there.id],
      undone: null,
    })
    const one = { name: `Name ${first}`, phone: `+${first}`, customer: here.customer }
    // Open work moves; closed work stays.
    expect((await rowsOf(ticket.ticket_number)).map(({ id }) => id)).toEqual([here.id])
    const { reply: ended } = await at.ann.get('conversations', { query: { conversation_id: there.id } })
    expect(ended).toMatchObject([{ status: 'ARCHIVED', user: { id: here.customer } }])
    expect((await rowsOf(first)).filter(row => row.id === here.id)).toEqual([
      { id: here.id, ...one, status: 'ACTIVE' },
    ])
    const { reply: form } = await at.ann.get('ippApplication', { params: { id: application } })
    expect(form).toMatchObject({ conversation_id: there.id })
    expect((await threadOf(there.id)).at(-1)).toContain(`goes on in conversation #${here.id}`)
    const wrote = await at.database.db
      .selectFrom('conversations')
      .select('customer_wrote_at')
      .where('id', 'in', [Number(here.id), Number(there.id)])
      .execute()
    expect(new Set(wrote.map(row => row.customer_wrote_at?.toISOString())).size).toBe(1)
    expect((await threadOf(here.id)).at(-1)).toMatch(/^ann merged Name .* into this customer/)
    const body = { client_message_id: first, content: 'Hello' }
    await at.ann.get('send', { params: { id: here.id }, body })
    await eventually(
      'it to be on the phone',
      async () => (await at.simulator.received(`+${second}`)).length === 1,
    )
    // Both numbers are one person's.
    await say(first, `again ${first}`)
    await say(second, `again ${second}`)
    expect(await threadOf(here.id)).toEqual(expect.arrayContaining([`again ${first}`, `again ${second}`]))
  })

  test('[Q-181] an undo restores both customers, and later changes stay', async () => {
    const { first, second, here, there, ticket } = await two()
    const { id: mergeId } = await merge(here.id, there.id)
    await say(second, `since ${second}`)
    await undo(here.id, mergeId)
    expect(await rowsOf(ticket.ticket_number)).toEqual([{ ...there, status: 'ACTIVE' }])
    expect(await threadOf(here.id)).toContain(`since ${second}`)
    await say(second, `theirs ${second}`)
    await say(first, `mine ${first}`)
    expect(await threadOf(there.id)).toContain(`theirs ${second}`)
    expect(await threadOf(here.id)).toContain(`mine ${first}`)
    const { reply } = await at.ann.get('merges', { params: { id: here.id } })
    expect(reply).toMatchObject([{ id: mergeId, undone: { by: 'ann' } }])
    const again = await at.ann.ask('undoMerge', { params: { id: here.id, merge: mergeId } })
    expect(again).toMatchObject({ status: 409, body: { code: 'merge.undone' } })
  })

  test('[Q-361] open work moves to the conversation that continues, and an undo moves it back', async () => {
    const { here, there, ticket } = await two()
    const ends = async () => {
      const due_at = new Date(at.clock.now().getTime() + 3_600_000).toISOString()
      const { messages } = (await at.ann.get('history', { params: { id: there.id } })).reply
      const message = messages.at(-1)?.id ?? ''
      await at.ann.get('remind', { params: { id: message }, body: { due_at, text: 'Call' } })
      const note = { client_note_id: `n${there.id}`, text: 'Ask @brian', mentions: [at.brian.id] }
      await at.ann.get('addNote', { params: { id: there.id }, body: note })
      await at.ann.get('createIssue', {
        body: {
          conversation_id: there.id,
          title: 'Wrong sum',
          description: 'Too low',
          priority: 'HIGH',
          category: 'PAYMENTS',
        },
      })
      const step = { page_id: 'p', write_no: 1, version: 0, text: 'Dear', quoted_message_id: message }
      await at.ann.get('writeMessageDraft', { params: { id: there.id }, body: step })
      await at.ann.get('setConversationTags', { params: { id: here.id }, body: { tags: ['vip'] } })
      await at.ann.get('setConversationTags', { params: { id: there.id }, body: { tags: ['claim', 'VIP'] } })
      await at.ann.get('assign', { params: { id: there.id }, body: { agent_id: at.ann.id } })
      await at.ann.ask('acceptHandoff', { params: { id: there.id } })
      await at.ann.get('snoozeConversation', { params: { id: there.id }, body: { until: due_at } })
    }
    await ends()
    await at.database.db
      .updateTable('conversations')
      .set({ human_wait_started_at: null })
      .where('id', 'in', [Number(here.id), Number(there.id)])
      .execute()
    const work = async (id: string) => {
      const { reply } = await at.ann.get('work', { params: { id } })
      const [row] = (await at.ann.get('conversations', { query: { conversation_id: id } })).reply
      const { drafts } = (await at.ann.get('messageDrafts')).reply
      return {
        work: [reply.tickets, reply.issues, reply.notes, reply.reminders].map(part => part?.length),
        tags: row?.tags,
        owner: row?.agent?.id ?? null,
        urgent: row?.ticket_priority,
        isSnoozed: row?.snoozed !== null,
        draft: drafts.find(one => one.conversation_id === id)?.text,
      }
    }
    const [mine, theirs] = [await work(here.id), await work(there.id)]
    const none = { work: [0, 0, 0, 0], tags: ['vip'], owner: null, urgent: null, isSnoozed: false }
    expect(mine).toEqual({ ...none, draft: undefined })
    expect(theirs).toMatchObject({ work: [1, 1, 1, 1], owner: at.ann.id, isSnoozed: true, draft: 'Dear' })
    const { id: mergeId } = await merge(here.id, there.id)
    expect(await work(here.id)).toEqual({ ...theirs, tags: ['vip', 'claim'] })
    const { reply: notices } = await at.brian.get('pollNotifications')
    const mention = notices.find(({ title }) => /mention/i.test(title))
    expect(mention).toMatchObject({ conversation_id: here.id })
    for (const answer of [
      await at.ann.ask('send', {
        params: { id: there.id },
        body: { client_message_id: `s${there.id}`, content: 'Hello' },
      }),
      await at.ann.ask('setConversationStatus', { params: { id: there.id }, body: { status: 'ACTIVE' } }),
    ])
      expect(answer).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining(`goes on in conversation #${here.id}. Open that one`) },
      })
    await undo(here.id, mergeId)
    expect([await work(here.id), await work(there.id)]).toEqual([mine, theirs])
    expect(await rowsOf(ticket.ticket_number)).toEqual([{ ...there, status: 'ACTIVE' }])
  })

  test('[Q-224 Q-357] both notes are kept, and an undo restores them, unless an agent has edited since', async () => {
    const noteOf = async (id: string) => (await at.ann.get('customerNote', { params: { id } })).reply
    const write = async (id: string, text: string) => {
      const { version } = await noteOf(id)
      await at.ann.get('changeCustomerNote', { params: { id }, body: { version, text } })
    }
    const texts = async (...ids: string[]) => Promise.all(ids.map(async id => (await noteOf(id)).text))
    const { here, there } = await two()
    await write(here.id, 'Calls at noon')
    await write(there.id, 'Speaks Luganda')
    const first = await merge(here.id, there.id)
    const both = 'Calls at noon\n\nSpeaks Luganda'
    expect(await texts(here.id, there.id)).toEqual([both, both])
    await undo(here.id, first.id)
    expect(await texts(here.id, there.id)).toEqual(['Calls at noon', 'Speaks Luganda'])
    const second = await merge(here.id, there.id)
    await write(here.id, 'Calls at noon, in Luganda')
    await undo(here.id, second.id)
    expect(await texts(here.id, there.id)).toEqual(['Calls at noon, in Luganda', 'Speaks Luganda'])
    // Beyond the limit of length.
    const long = await two()
    await write(long.here.id, 'a'.repeat(2_000))
    await write(long.there.id, 'b'.repeat(2_000))
    await merge(long.here.id, long.there.id)
    const joined = await noteOf(long.here.id)
    expect(joined.text).toHaveLength(4_002)
    // It exceeds the limit, but can be shortened and corrected.
    const edit = (version: number, text: string) =>
      at.ann.ask('changeCustomerNote', { params: { id: long.here.id }, body: { version, text } })
    expect((await edit(joined.version, `${joined.text}c`)).status).toBe(400)
    expect((await edit(joined.version, joined.text.replace('b', 'c'))).status).toBe(200)
    expect((await edit(joined.version + 1, joined.text.slice(0, 3_000))).status).toBe(200)
    expect((await edit(joined.version + 2, joined.text.slice(0, 3_001))).status).toBe(400)
  })

  test('an impossible merge is refused and changes nothing', async () => {
    const { here, there } = await two()
    const refused = async (id: string, other: string) =>
      (await at.ann.ask('mergeCustomers', { params: { id }, body: { other_conversation_id: other } })).body
    expect(await refused(here.id, here.id)).toMatchObject({ code: 'merge.same-customer' })
    expect(await refused(here.id, '999999999')).toMatchObject({ code: 'conversation.not-found' })
    expect(await refused('no', there.id)).toMatchObject({ code: 'conversation.not-found' })
    const elsewhere = await at.ann.ask('undoMerge', { params: { id: here.id, merge: there.id } })
    expect(elsewhere.body).toMatchObject({ code: 'merge.not-found' })
    expect(await rowsOf(there.name ?? '')).toMatchObject([{ id: there.id, customer: there.customer }])
  })

  test('merge and undo are on record, and unread messages stay unread', async () => {
    const { here, there } = await two()
    for (const { id } of [here, there])
      await at.database.db
        .updateTable('conversations')
        .set({ assignee_id: Number(at.ann.id) })
        .where('id', '=', Number(id))
        .execute()
    const before = await unreadOf(at.database.db, Number(at.ann.id))
    const { id: mergeId } = await merge(here.id, there.id)
    await undo(here.id, mergeId)
    const entries = await at.database.db
      .selectFrom('audit')
      .select(['action', 'object_id'])
      .where('action', 'in', ['customer.merged', 'customer.unmerged'])
      .where('object_id', '=', Number(here.customer))
      .orderBy('id')
      .execute()
    expect(entries.map(entry => entry.action)).toEqual(['customer.merged', 'customer.unmerged'])
    expect(await unreadOf(at.database.db, Number(at.ann.id))).toEqual(before)
  })
})
