import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addApplication } from '../../test/models/applications.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'

describe('the work around a thread', () => {
  let at: TestServer
  let id: string
  beforeAll(async () => {
    at = await startTestServer()
    for (const phone of ['256700400001', '256700400002'])
      await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hello'))
    const { reply } = await at.ann.get('conversations')
    const ids = reply.map(row => row.id)
    id = ids[0] ?? ''
    for (const conversation_id of ids) {
      await at.ann.get('createTicket', { body: { conversation_id, title: 'Call back' } })
      const note = { client_note_id: unique(), text: 'Rang her' }
      await at.ann.get('addNote', { params: { id: conversation_id }, body: note })
      const { messages } = (await at.ann.get('history', { params: { id: conversation_id } })).reply
      const due_at = new Date(at.clock.now().getTime() + 3_600_000).toISOString()
      await at.ann.get('remind', { params: { id: messages[0]?.id ?? '' }, body: { due_at } })
      const known = { version: 0, text: 'Calls at noon' }
      await at.ann.get('changeCustomerNote', { params: { id: conversation_id }, body: known })
      await at.ann.get('createIssue', { body: { conversation_id, title: 'Not paid', category: 'CLAIMS' } })
      await at.ann.get('assign', { params: { id: conversation_id }, body: { agent_id: at.brian.id } })
      const { writer } = at.server
      await addApplication(writer, { kind: 'ipp', conversationId: conversation_id, status: 'DRAFT' })
      await addApplication(writer, { kind: 'ipp', conversationId: conversation_id, status: 'SUBMITTED' })
      await addApplication(writer, { kind: 'lib', conversationId: conversation_id, status: 'SUBMITTED' })
    }
  })
  afterAll(() => at.close())

  const work = (query: Readonly<Record<string, string>> = {}) => at.ann.get('work', { params: { id }, query })

  test('[Q-160] every part equals its own call’s response, at the same event number', async () => {
    const query = { conversation_id: id }
    const [whole, tickets, issues, offers, ipp, lib, notes, known, reminders] = await Promise.all([
      work(),
      at.ann.get('tickets', { query }),
      at.ann.get('issues', { query }),
      at.ann.get('assignmentHistory', { params: { id } }),
      at.ann.get('ippApplications', { query }),
      at.ann.get('libApplications', { query }),
      at.ann.get('notes', { params: { id } }),
      at.ann.get('customerNote', { params: { id } }),
      at.ann.get('reminders', { params: { id } }),
    ])
    const counted = ({ reply, headers }: typeof ipp | typeof lib) => ({
      rows: reply,
      counts: JSON.parse(String(headers['parley-counts'])) as unknown,
    })
    expect(whole.reply).toEqual({
      tickets: tickets.reply,
      issues: issues.reply,
      assignments: offers.reply.assignment_history,
      ipp: counted(ipp),
      lib: counted(lib),
      notes: notes.reply,
      customer_note: known.reply,
      reminders: reminders.reply,
    })
    const listed = [tickets, issues, ipp, lib, notes, reminders]
    expect(listed.map(({ reply }) => reply.length)).toEqual([1, 1, 2, 1, 1, 1])
    expect(known.reply).toMatchObject({ text: 'Calls at noon' })
    expect(whole.seq).toBe(tickets.seq)
  })

  test('[Q-160] only the parts that are named are read', async () => {
    const { reply } = await work({ parts: 'issues,lib' })
    expect(Object.keys(reply).toSorted()).toEqual(['issues', 'lib'])
  })

  test('[Q-160] the limit holds per type of applications; the counts include all', async () => {
    const { reply } = await work({ parts: 'ipp', limit: '1' })
    expect(reply.ipp?.rows.map(row => row.status)).toEqual(['SUBMITTED'])
    expect(reply.ipp?.counts).toEqual({ DRAFT: 1, SUBMITTED: 1 })
  })

  test.each(['', 'tickets,', 'tickets,nothing', 'toString'])('parts=%s is refused by name', async parts => {
    expect(await at.ann.ask('work', { params: { id }, query: { parts } })).toMatchObject({
      status: 400,
      body: {
        fields: {
          parts:
            'must be some of tickets, issues, assignments, ipp, lib, notes, customer_note, reminders, with commas',
        },
      },
    })
  })

  test('[Q-016 Q-160] leaves out parts that are left to samples, and refuses them by name', async () => {
    const without = await startTestServer({ sampleAreas: ['issues', 'applications'] })
    try {
      await without.webhook(textWebhook('256700400003', `wamid.${unique()}`, 'Hello'))
      const { reply } = await without.ann.get('conversations')
      const asked = { params: { id: reply[0]?.id ?? '' } }
      expect((await without.ann.get('work', asked)).reply).toEqual({
        tickets: [],
        assignments: [],
        notes: [],
        customer_note: expect.objectContaining({ text: '' }),
        reminders: [],
      })
      for (const parts of ['tickets,issues', 'ipp', 'lib'])
        expect(await without.ann.ask('work', { ...asked, query: { parts } })).toMatchObject({
          status: 501,
          body: { code: 'area.not-served' },
        })
    } finally {
      await without.close()
    }
  })
})
