import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { envelope, text } from '../../test/models/webhooks.ts'

describe('[Q-326] the name of a customer', () => {
  let at: TestServer
  let id: string
  let next = 0
  const phone = '256700000026'
  const row = async () =>
    (await at.ann.get('conversations', { query: { conversation_id: id } })).reply[0]?.user
  /** A message with the name of the profile, at a second since the first. */
  const says = (name: string, second: number) =>
    at.webhook(
      envelope({
        contacts: [{ wa_id: phone, profile: { name } }],
        messages: [text(phone, `wamid.${next++}`, 'Hello', 1_772_441_900 + second)],
      }),
    )
  const rename = (name: string | null, by = at.ann) =>
    by.ask('renameCustomer', { params: { id }, body: { name } })
  beforeAll(async () => {
    at = await startTestServer()
    await says('Nakato', 0)
    id = (await at.ann.get('conversations', { query: { search: phone } })).reply[0]?.id ?? ''
  })
  afterAll(() => at.close())

  test('follows the profile of newer messages; an older message and an invisible name change nothing', async () => {
    expect(await row()).toMatchObject({ name: 'Nakato' })
    await says('Nakato Prossy', 10)
    expect(await row()).toMatchObject({ name: 'Nakato Prossy', profile_name: null })
    await says('Nakato', 5)
    await says('\u200b', 11)
    await says('  ', 12)
    expect(await row()).toMatchObject({ name: 'Nakato Prossy' })
  })

  test('publishes a name that follows the profile: the row and the messages', async () => {
    const socket = await at.brian.connect()
    await says('Prossy N', 20)
    await socket.reached((await at.ann.get('conversations', { query: { conversation_id: id } })).seq)
    expect(socket.events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          event: 'conversation',
          data: expect.objectContaining({ id, user: expect.objectContaining({ name: 'Prossy N' }) }),
        }),
        expect.objectContaining({
          event: 'message',
          data: expect.objectContaining({ direction: 'INBOUND', sender_name: 'Prossy N' }),
        }),
      ]),
    )
    socket.cut()
  })

  test('an agent’s name stays, is searchable and published; null restores the newest profile name', async () => {
    const socket = await at.brian.connect()
    expect(await rename('  Nakato  Prossy Auma ')).toMatchObject({
      status: 200,
      body: { user: { name: 'Nakato Prossy Auma', profile_name: 'Prossy N' } },
    })
    await socket.reached((await at.ann.get('conversations', { query: { conversation_id: id } })).seq)
    const rows = socket.events.flatMap(event => (event.event === 'conversation' ? [event.data.user] : []))
    expect(rows.at(-1)).toMatchObject({ name: 'Nakato Prossy Auma', profile_name: 'Prossy N' })
    socket.cut()
    await says('P.', 30)
    expect(await row()).toMatchObject({ name: 'Nakato Prossy Auma', profile_name: 'P.' })
    expect((await at.ann.get('conversations', { query: { search: 'auma' } })).reply).toHaveLength(1)
    expect(await rename(null, at.brian)).toMatchObject({
      status: 200,
      body: { user: { name: 'P.', profile_name: null } },
    })
    await says('Prossy', 40)
    expect(await row()).toMatchObject({ name: 'Prossy' })
  })

  test('is on record by the customer’s id, without the name; a repeat changes nothing', async () => {
    for (const name of ['Auma', 'Auma', null]) await rename(name)
    const { reply } = await at.ann.get('audit', { query: { action: 'customer.renamed' } })
    const customer = (await row())?.id
    expect(reply.slice(0, 2)).toMatchObject([
      { by: { id: at.ann.id }, on: { noun: 'customer', id: customer }, after: { set_by: 'profile' } },
      { by: { id: at.ann.id }, on: { noun: 'customer', id: customer }, after: { set_by: 'agent' } },
    ])
    expect(reply).toHaveLength(4)
    expect(JSON.stringify(reply)).not.toContain('Auma')
  })

  test('refuses an invisible name and one that is too long', async () => {
    expect(await rename('\u200b')).toMatchObject({
      status: 400,
      body: { fields: { name: 'must have something that can be seen' } },
    })
    expect(await rename('x'.repeat(201))).toMatchObject({ status: 400 })
  })

  test('an erased customer cannot be named, and neither name is left', async () => {
    await rename('Nakato Auma')
    const body = { confirm: `+${phone}`, reason: 'Asked for it' }
    const customer = (await row())?.id ?? ''
    expect((await at.ann.ask('eraseCustomer', { params: { id: customer }, body })).status).toBe(204)
    expect(await rename('Again')).toMatchObject({ status: 409, body: { code: 'customer.erased' } })
    const { rows } =
      await sql`select name, profile_name, name_set_by from customers where id = ${Number(customer)}`.execute(
        at.database.db,
      )
    expect(rows).toEqual([{ name: 'Erased customer', profile_name: null, name_set_by: null }])
  })
})
