import type { AgentClient } from '../../test/models/agent-client.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'

describe('[Q-224] the note on a customer', () => {
  let at: TestServer
  let id: string
  const phone = '256700000018'
  const rows = async () => (await at.ann.get('conversations', { query: { search: phone } })).reply
  beforeAll(async () => {
    at = await startTestServer()
    await at.webhook(textWebhook(phone, 'wamid.1', 'Hello'))
    id = (await rows())[0]?.id ?? ''
  })
  afterAll(() => at.close())

  const read = async (conversation = id) =>
    (await at.ann.get('customerNote', { params: { id: conversation } })).reply
  const write = (by: AgentClient, version: number, text: string) =>
    by.ask('changeCustomerNote', { params: { id }, body: { version, text } })

  test('is empty at first; then it has its last author and time, and the list’s row stays', async () => {
    expect(await read()).toEqual({ conversation_id: id, text: '', version: 0, changed: null })
    const row = (await rows())[0]
    expect(await write(at.ann, 0, '  Calls at noon ')).toMatchObject({ status: 200 })
    expect(await read()).toEqual({
      conversation_id: id,
      text: 'Calls at noon',
      version: 1,
      changed: { at: at.clock.now().toISOString(), by: { id: at.ann.id, name: 'ann' } },
    })
    expect((await rows())[0]).toEqual(row)
  })

  test('of two concurrent edits the second gets the current note; a repeat of the own edit changes nothing', async () => {
    const { version } = await read()
    expect((await write(at.ann, version, 'From ann')).status).toBe(200)
    expect(await write(at.brian, version, 'From brian')).toMatchObject({
      status: 409,
      body: { code: 'customer-note.changed', current: { text: 'From ann', version: version + 1 } },
    })
    expect((await write(at.ann, version, 'From ann')).status).toBe(200)
    expect(await read()).toMatchObject({ text: 'From ann', version: version + 1 })
    expect(await write(at.ann, version + 1, 'x'.repeat(2_001))).toMatchObject({
      status: 400,
      body: { fields: { text: 'must have at most 2,000 characters' } },
    })
  })

  test('is shared by the customer’s conversations, and a change is published in each', async () => {
    await at.ann.get('setConversationStatus', { params: { id }, body: { status: 'ARCHIVED' } })
    await at.webhook(textWebhook(phone, 'wamid.2', 'Hello again'))
    const other = (await rows()).find(row => row.id !== id)?.id ?? ''
    expect(await read(other)).toMatchObject({ conversation_id: other, text: 'From ann' })
    const socket = await at.brian.connect()
    const { version } = await read()
    await write(at.ann, version, 'For both')
    await socket.reached((await at.ann.get('customerNote', { params: { id } })).seq)
    const events = socket.events.filter(event => event.event === 'customer-note')
    expect(events.map(({ data }) => data.conversation_id)).toEqual([id, other])
    expect(await read(other)).toMatchObject({ text: 'For both' })
    socket.cut()
    // A deleted note is empty, and an edit of the old version is refused.
    expect((await write(at.ann, version + 1, '')).status).toBe(200)
    expect(await read()).toMatchObject({ text: '', version: version + 2 })
    expect(await write(at.brian, version + 1, 'Late')).toMatchObject({ status: 409 })
  })

  test('is erased with the customer, and cannot be written again', async () => {
    const { version } = await read()
    await write(at.ann, version, 'Xylotomous')
    const customer = (await rows())[0]?.user.id ?? ''
    const body = { confirm: `+${phone}`, reason: 'Asked for it' }
    expect((await at.ann.ask('eraseCustomer', { params: { id: customer }, body })).status).toBe(204)
    expect(await read()).toEqual({ conversation_id: id, text: '', version: 0, changed: null })
    expect(await write(at.ann, 0, 'Again')).toMatchObject({ status: 409, body: { code: 'customer.erased' } })
    const { rows: left } = await sql`select 1 from customer_notes`.execute(at.database.db)
    expect(left).toEqual([])
  })
})
