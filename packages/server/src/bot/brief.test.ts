import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addApplication } from '../../test/models/applications.ts'
import type { AgentClient } from '../../test/models/agent-client.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'

let phones = 0

describe('[Q-212] the brief of a conversation', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
    const { db } = at.database
    await db.updateTable('agents').set({ status: 'AVAILABLE' }).execute()
    await db.updateTable('business_numbers').set({ bot_on: true }).execute()
    const content = {
      title: 'How to pay with MTN',
      topic: 'Payments',
      questions: { en: ['which code do I dial to pay by mobile money'], lg: [], sw: [] },
      answers: { en: 'Dial *165#.', lg: '', sw: '' },
      intent: 'make_contribution',
      next: 'menu',
      link: null,
    } as const
    const { reply } = await at.ann.get('createKnowledgeAnswer', {
      body: { client_answer_id: unique(), content },
    })
    await at.ann.get('publishKnowledgeAnswer', { params: { id: reply.id }, body: { version: reply.version } })
  })
  afterAll(() => at.close())

  const newPhone = () => `25679${String((phones += 1)).padStart(7, '0')}`
  const now = () => Math.floor(at.clock.now().getTime() / 1000)
  const writes = async (phone: string, words: string) => {
    const wamid = `wamid.${unique()}`
    at.clock.advance(1)
    expect(await at.webhook(envelope({ messages: [text(phone, wamid, words, now())] }))).toBe(200)
    return wamid
  }
  const idOf = async (phone: string) => {
    const [row] = (await at.ann.get('conversations', { query: { search: `+${phone}` } })).reply
    if (row === undefined) throw new Error(`No conversation of ${phone}`)
    return row.id
  }
  const answered = (phone: string, count: number) =>
    eventually(
      `${phone} to be answered ${count} times`,
      async () => (await at.simulator.received(phone)).length >= count,
    )
  const handedOver = (phone: string) =>
    eventually(`${phone} to be given to people`, async () => {
      const [row] = (await at.ann.get('conversations', { query: { search: `+${phone}` } })).reply
      return row?.with_bot === false && row.id
    })
  const briefOf = async (id: string) => (await at.ann.get('handoffBrief', { params: { id } })).reply

  const question = 'which code do I dial to pay by mobile money'
  const lost = 'zzyx qwrt plomb'
  /** A customer who asks a question, is not understood once, wants a claim checked, and then asks for a person. */
  const talk = async (phone: string) => {
    await writes(phone, question)
    await answered(phone, 1)
    const unclear = await writes(phone, lost)
    await answered(phone, 2)
    const claim = await writes(phone, 'What is the status of my claim? I was billed UGX 1,200,000')
    await answered(phone, 3)
    await writes(phone, 'I want to talk to a human being please')
    return { id: await handedOver(phone), unclear, claim }
  }

  test('every field is what was said', async () => {
    const phone = newPhone()
    const { id } = await talk(phone)
    await answered(phone, 4)
    const { reply: ticket } = await at.ann.get('createTicket', {
      body: { conversation_id: id, title: 'Claim of March' },
    })
    const closed = await at.ann.get('createTicket', { body: { conversation_id: id, title: 'Done with' } })
    await sql`update tickets set status = 'CLOSED', resolved_at = ${at.clock.now()} where id = ${closed.reply.id}`.execute(
      at.database.db,
    )
    const application = await addApplication(at.server.writer, {
      kind: 'ipp',
      conversationId: id,
      status: 'SUBMITTED',
    })
    const brief = await briefOf(id)
    const over = await at.database.db
      .selectFrom('bot_handovers')
      .select('at')
      .where('conversation_id', '=', Number(id))
      .executeTakeFirstOrThrow()
    const row = (await at.ann.get('conversations', { query: { search: `+${phone}` } })).reply[0]
    expect(brief).toEqual({
      offer_note: null,
      handed_over: { at: over.at.toISOString(), reason: 'asked' },
      wants: { intent: 'claim_status', label: 'Claim Status', confidence: expect.any(Number) },
      slots: [
        { name: 'amount_ugx', label: 'Amount', value: 'UGX 1,200,000' },
        { name: 'reference', label: 'Policy or reference', value: null },
      ],
      answered: [{ question, answer: 'How to pay with MTN' }],
      unclear: [lost],
      form: null,
      language: 'en',
      last_lines: [
        { from: 'bot', text: expect.stringMatching(/number/), message_type: 'text', at: expect.any(String) },
        {
          from: 'customer',
          text: 'I want to talk to a human being please',
          message_type: 'text',
          at: expect.any(String),
        },
        {
          from: 'bot',
          text: expect.stringContaining('connecting you'),
          message_type: 'text',
          at: expect.any(String),
        },
      ],
      window: row?.reach,
      open_tickets: [{ number: ticket.ticket_number, title: 'Claim of March' }],
      applications: [{ kind: 'ipp', number: `IPP-${application}`, status: 'SUBMITTED' }],
      previous_owner: null,
      bot_on: true,
    })
    expect(brief.wants?.confidence).toBeGreaterThan(0.7)

    await at.ann.get('assign', { params: { id }, body: { agent_id: at.ann.id } })
    expect((await briefOf(id)).previous_owner).toBeNull()
    await at.ann.get('assign', { params: { id }, body: { agent_id: at.brian.id } })
    await at.brian.get('acceptHandoff', { params: { id } })
    expect((await briefOf(id)).previous_owner).toEqual({ name: 'ann', at: at.clock.now().toISOString() })
  })

  test('what the customer takes back is not in it, nor what is past its time or erased', async () => {
    const phone = newPhone()
    const { id, unclear, claim } = await talk(phone)
    const gone = (wamid: string) => at.database.db.updateTable('messages').where('wamid', '=', wamid)
    await gone(unclear).set({ revoked_at: at.clock.now() }).execute()
    expect((await briefOf(id)).unclear).toEqual([])
    await gone(claim).set({ content: '' }).execute()
    expect((await briefOf(id)).slots).toEqual([
      { name: 'reference', label: 'Policy or reference', value: null },
    ])
    await at.database.db
      .updateTable('messages')
      .set({ revoked_at: at.clock.now() })
      .where('conversation_id', '=', Number(id))
      .where('source', '=', 'CUSTOMER')
      .execute()
    const { answered: asked, last_lines: lines } = await briefOf(id)
    expect(asked).toEqual([])
    expect(lines.map(({ from }) => from)).not.toContain('customer')
  })

  test('a form that was begun says where it stands', async () => {
    const phone = newPhone()
    await writes(phone, 'I would like to apply for a pension plan')
    await answered(phone, 1)
    await writes(phone, 'Nakato Prossy')
    await answered(phone, 2)
    const id = await idOf(phone)
    const brief = await briefOf(id)
    expect(brief.handed_over).toBeNull()
    expect(brief.wants?.intent).toBe('apply_pension')
    const [application] = brief.applications
    expect(brief.applications).toEqual([
      { kind: 'ipp', number: expect.stringMatching(/^IPP-\d+$/), status: 'DRAFT' },
    ])
    expect(brief.form).toEqual({ kind: 'ipp', number: application?.number, asked: 'Date of birth' })
  })

  test('a conversation that the bot never had has what there is; one that nobody knows is not found', async () => {
    await at.database.db.updateTable('business_numbers').set({ bot_on: false }).execute()
    const phone = newPhone()
    await writes(phone, 'Good morning')
    const brief = await briefOf(await idOf(phone))
    expect(brief).toMatchObject({
      handed_over: null,
      wants: null,
      slots: [],
      language: null,
      last_lines: [{ from: 'customer', text: 'Good morning' }],
      bot_on: false,
    })
    expect(await at.ann.ask('handoffBrief', { params: { id: '1' } })).toMatchObject({
      status: 404,
      body: { code: 'conversation.not-found' },
    })
  })

  describe('[Q-433] the note of an offer', () => {
    const noteOf = async (agent: AgentClient, id: string) =>
      (await agent.get('handoffBrief', { params: { id } })).reply.offer_note
    const noted = (words: string) => ({ client_note_id: unique(), text: words })
    const offered = async (id: string, note?: ReturnType<typeof noted>) => {
      at.clock.advance(1)
      const body = { agent_id: at.brian.id, ...(note && { note }) }
      await at.ann.get('assign', { params: { id }, body })
    }
    const conversation = async () => {
      await at.database.db.updateTable('business_numbers').set({ bot_on: false }).execute()
      const phone = newPhone()
      await writes(phone, 'Good morning')
      return idOf(phone)
    }
    const words = 'She waits for\n<b>the form</b>'

    test('only the agent to whom it is offered gets it, as it was written, with its writer', async () => {
      const id = await conversation()
      await offered(id, noted(words))
      expect(await noteOf(at.brian, id)).toEqual({ name: 'ann', text: words })
      const { offer_note: _, ...known } = (await at.brian.get('handoffBrief', { params: { id } })).reply
      expect(await briefOf(id)).toEqual({ ...known, offer_note: null })
    })

    test('the same again is the same offer with its note', async () => {
      const id = await conversation()
      const note = noted(words)
      await offered(id, note)
      await offered(id, note)
      expect(await noteOf(at.brian, id)).toEqual({ name: 'ann', text: words })
    })

    test('an offer without one has none, whatever notes there are', async () => {
      const id = await conversation()
      await at.ann.get('addNote', { params: { id }, body: { ...noted('Before'), mentions: [] } })
      await offered(id, noted('To the offer before'))
      await offered(id)
      await at.brian.get('addNote', {
        params: { id },
        body: { ...noted('At once, by another'), mentions: [] },
      })
      at.clock.advance(1)
      await at.ann.get('addNote', { params: { id }, body: { ...noted('After'), mentions: [] } })
      expect(await noteOf(at.brian, id)).toBeNull()
    })

    test('at the end of a shift the next step is the note', async () => {
      const id = await conversation()
      await at.ann.get('assign', { params: { id }, body: { agent_id: at.ann.id } })
      at.clock.advance(1)
      const item = { conversation_id: id, next_step: noted(words), to: at.brian.id }
      await at.ann.get('handOver', { body: { items: [item], go_offline: false } })
      expect(await noteOf(at.brian, id)).toEqual({ name: 'ann', text: words })
    })

    test('it is as it was edited, and gone with the note or the offer', async () => {
      const id = await conversation()
      await offered(id, noted(words))
      const [note] = (await at.ann.get('notes', { params: { id } })).reply
      const params = { id: note?.id ?? '' }
      at.clock.advance(1)
      await at.ann.get('editNote', { params, body: { text: 'She has it', mentions: [] } })
      expect(await noteOf(at.brian, id)).toEqual({ name: 'ann', text: 'She has it' })
      await at.ann.get('removeNote', { params, body: { of: 'own' } })
      expect(await noteOf(at.brian, id)).toBeNull()
      await offered(id, noted('Once more'))
      await at.brian.get('acceptHandoff', { params: { id } })
      expect(await noteOf(at.brian, id)).toBeNull()
    })
  })

  test('[Q-314] of the longest message lists, briefs and notifications have the beginning, in whole characters', async () => {
    await at.database.db.updateTable('business_numbers').set({ bot_on: false }).execute()
    const family = '👨‍👩‍👧‍👦'
    const phone = newPhone()
    await writes(phone, family.repeat(5_957))
    const id = await idOf(phone)
    expect((await briefOf(id)).last_lines.map(({ text: line }) => line)).toEqual([`${family.repeat(500)}…`])
    const [row] = (await at.ann.get('conversations', { query: { search: `+${phone}` } })).reply
    const last = row?.last_message
    expect(family.repeat(5_957).startsWith(last?.content ?? '?')).toBe(true)
    expect(Array.from(last?.content ?? '')).toHaveLength(500)
    const { reply } = await at.ann.get('pollNotifications')
    expect(reply.find(one => one.conversation_id === id)?.message).toMatch(
      new RegExp(`^(?:${family})+…$`, 'u'),
    )
  })
})
