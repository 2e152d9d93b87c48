import type { InboundMessage } from '@parley/whatsapp/inbound/inbound-message'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { addAgent } from '../agents/accounts.ts'
import type { OpenDatabase } from '../db/open.ts'
import { write } from '../db/write.ts'
import { applyMessages } from './apply.ts'

const phoneNumberId = '1'
const image = { id: '777', mimeType: 'image/png', sha256: 'x', filename: null } as InboundMessage['media']
/** A message that WhatsApp cannot show yet. */
const withheld = { type: 'unsupported', text: null, unsupportedCode: 131060 }

/* The effects of an inbound message, and its events. whatsapp.test.ts tests webhooks over HTTP. */
describe('a customer’s message', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: ReturnType<typeof testWriter>
  let agentId: number
  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
    agentId = await addAgent(writer, { email: 'ann@parley.example', password: 'plums and 7 pears' })
    await database.db.updateTable('agents').set({ status: 'AVAILABLE' }).execute()
  })
  afterAll(() => database.close())

  let from: string
  let wamids = 0
  beforeEach(() => {
    from = `25675${String((wamids += 1)).padStart(7, '0')}`
  })
  const message = (more: Partial<InboundMessage> = {}): InboundMessage => ({
    id: `wamid.${(wamids += 1)}`,
    from,
    userId: null,
    profileName: null,
    at: clock.now(),
    type: 'text',
    text: 'Hello',
    media: null,
    formFiles: [],
    contextId: null,
    forwarded: null,
    details: null,
    unsupportedCode: null,
    change: null,
    byBusiness: false,
    ...more,
  })
  const receive = (...messages: readonly InboundMessage[]) =>
    write(writer, context => applyMessages(context, phoneNumberId, messages))

  const conversation = () =>
    database.db
      .selectFrom('conversations')
      .innerJoin('customers', 'customers.id', 'conversations.customer_id')
      .select(['conversations.id', 'conversations.inbound_no', 'conversations.status'])
      .where('wa_id', '=', from)
      .executeTakeFirstOrThrow()
  const set = async (values: { status?: string; assignee_id?: number | null }) =>
    database.db
      .updateTable('conversations')
      .set(values)
      .where('id', '=', (await conversation()).id)
      .execute()
  const thread = async () =>
    database.db
      .selectFrom('messages')
      .select(['id', 'wamid', 'source', 'message_type', 'content', 'inbound_no'])
      .where('conversation_id', '=', (await conversation()).id)
      .orderBy('id')
      .execute()
  const filesOf = (messageId: number) =>
    database.db
      .selectFrom('message_attachments')
      .innerJoin('attachments', 'attachments.id', 'attachment_id')
      .select(['wa_media_id', 'state'])
      .where('message_id', '=', messageId)
      .execute()
  /** The events of some work, without duplicates. */
  const toldBy = async (work: () => Promise<unknown>) => {
    const newest = async () =>
      (await database.db.selectFrom('live_log').select('seq').orderBy('seq', 'desc').executeTakeFirst())
        ?.seq ?? 0
    const before = await newest()
    await work()
    const rows = await database.db
      .selectFrom('live_log')
      .select(['noun', 'kind', 'entity_id'])
      .where('seq', '>', before)
      .execute()
    return [...new Set(rows.map(row => `${row.noun} ${row.entity_id} ${row.kind}`))].toSorted()
  }
  const noticeOf = async () =>
    (
      await database.db
        .selectFrom('notifications')
        .select('message')
        .where('conversation_id', '=', (await conversation()).id)
        .where('dismissed_at', 'is', null)
        .execute()
    ).map(row => row.message)

  test('several at once are told each, their conversation and its notice', async () => {
    const told = await toldBy(() => receive(message(), message(), message({ type: 'system' })))
    const { id, inbound_no } = await conversation()
    const ids = (await thread()).map(row => `message ${row.id} created`)
    expect(told).toEqual([`conversation ${id} changed`, ...ids, `message-notices ${id} changed`].toSorted())
    expect(inbound_no).toBe(2)
    const next = await toldBy(() => receive(message()))
    expect(next).toHaveLength(3)
    expect((await thread()).map(row => [row.source, row.inbound_no])).toEqual([
      ['CUSTOMER', 1],
      ['CUSTOMER', 2],
      ['SYSTEM', null],
      ['CUSTOMER', 3],
    ])
  })

  test.each([
    ['the newest', [message({ text: 'First' }), message({ text: 'Second' })], 'Second'],
    ['the kind of what has no words', [message({ type: 'image', text: null, media: image })], 'Photo'],
    [
      'what the customer wrote, and not what WhatsApp says after it',
      [message({ text: 'I have moved' }), message({ type: 'system', text: 'A changed number' })],
      'I have moved',
    ],
  ])('the notice says %s', async (_, messages, words) => {
    await receive(...messages.map(one => ({ ...one, from })))
    expect(await noticeOf()).toEqual([expect.stringContaining(words)])
  })

  test.each([
    ['one that was resolved is work of its agent again', 'RESOLVED', 'text', true, true],
    ['so is one that slept', 'DORMANT', 'text', true, true],
    ['one that is open is that already', 'ACTIVE', 'text', true, false],
    ['a notice of WhatsApp wakes none', 'RESOLVED', 'system', true, false],
    ['of nobody’s conversation no agent has work', 'RESOLVED', 'text', false, false],
  ])('[CONV-02 Q-098] %s', async (_, status, type, isOwned, isWork) => {
    await receive(message())
    await set({ status, assignee_id: isOwned ? agentId : null })
    const told = await toldBy(() => receive(message({ type })))
    expect(told.includes(`agent ${agentId} changed`)).toBe(isWork)
    expect((await conversation()).status).toBe(type === 'system' ? status : 'ACTIVE')
  })

  test('a name that becomes known is told of all that shows it: the conversation and the customer’s messages', async () => {
    await receive(message(), message({ type: 'system' }))
    const [hers] = await thread()
    const told = await toldBy(() => receive(message({ profileName: 'Nakato' })))
    const [, , named] = await thread()
    const { id } = await conversation()
    expect(told).toEqual(
      [
        `conversation ${id} changed`,
        `message ${hers?.id} changed`,
        `message ${named?.id} created`,
        `message-notices ${id} changed`,
      ].toSorted(),
    )
  })

  test('[Q-326] of several profile names in one batch the newest stays', async () => {
    const named = (profileName: string, second: number) =>
      message({ profileName, at: new Date(clock.now().getTime() + second * 1000) })
    await receive(named('Nakato', 0))
    await receive(named('Prossy', 2), named('Nakato', 3), named('Auma', 1))
    const { name } = await database.db
      .selectFrom('customers')
      .select('name')
      .where('wa_id', '=', from)
      .executeTakeFirstOrThrow()
    expect(name).toBe('Nakato')
  })

  test('the same again tells nobody anything, whether it was shown or never can be', async () => {
    const plain = message()
    const never = message({ type: 'unsupported', text: null, unsupportedCode: 131051 })
    await receive(plain, never)
    expect(await toldBy(() => receive(plain, never, { ...plain, text: 'Other words' }))).toEqual([])
    expect((await thread()).map(row => row.content)).toEqual(['Hello', ''])
  })

  test('what was withheld is shown once it comes, with its file, and told once', async () => {
    const ghost = message(withheld)
    await receive(ghost)
    expect(await toldBy(() => receive(ghost))).toEqual([])
    const real = { ...ghost, type: 'image', text: 'My card', media: image, unsupportedCode: null }
    const told = await toldBy(() => receive(real))
    const [row] = await thread()
    const { id, inbound_no } = await conversation()
    expect(told).toEqual([`conversation ${id} changed`, `message ${row?.id} changed`])
    expect(row).toMatchObject({ message_type: 'image', content: 'My card', inbound_no: 1 })
    expect(inbound_no).toBe(1)
    expect(await toldBy(() => receive(real, ghost))).toEqual([])
    expect(await filesOf(row?.id ?? 0)).toEqual([{ wa_media_id: '777', state: 'pending' }])
  })

  test('what was withheld may turn out to be words alone, or a file alone', async () => {
    const [words, file] = [message(withheld), message(withheld)]
    await receive(words, file)
    await receive(
      { ...words, type: 'text', text: 'Hello', unsupportedCode: null },
      { ...file, type: 'image', media: image, unsupportedCode: null },
    )
    const rows = await thread()
    expect(rows.map(row => [row.message_type, row.content])).toEqual([
      ['text', 'Hello'],
      ['image', ''],
    ])
    expect(await Promise.all(rows.map(async row => (await filesOf(row.id)).length))).toEqual([0, 1])
  })

  test('a file without words that comes again is one file', async () => {
    const photo = message({ type: 'image', text: null, media: image })
    await receive(photo)
    expect(await toldBy(() => receive(photo))).toEqual([])
    const [row] = await thread()
    expect(await filesOf(row?.id ?? 0)).toHaveLength(1)
  })

  test('a message keeps its own time, and never lies in the future', async () => {
    const seconds = (ahead: number) => new Date(clock.now().getTime() + ahead * 1_000)
    const times = [-100, 0, 3_600].map(seconds)
    await receive(...times.map(at => message({ at })))
    const rows = await database.db
      .selectFrom('messages')
      .select('at')
      .where('conversation_id', '=', (await conversation()).id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ at }) => at)).toEqual([seconds(-100), clock.now(), clock.now()])
  })

  test('[DATA-03] who is known by a number of before goes on in the same conversation', async () => {
    const [old, user] = [from, `UG.${from}`]
    const ago = (seconds: number) => new Date(clock.now().getTime() - seconds * 1_000)
    await receive(message({ userId: user, at: ago(30) }))
    from = `${old}9`
    await receive(message({ userId: user, at: ago(20) }))
    // Sent before the change of number, with the old number only.
    await receive(message({ from: old, at: ago(25) }), message({ from: old, at: ago(24) }))
    expect((await conversation()).inbound_no).toBe(4)
    const numbers = (await thread()).map(row => row.inbound_no)
    expect(numbers.filter(no => no !== null)).toEqual([1, 2, 3, 4])
  })

  test('each file stands with its own message', async () => {
    const other = { ...image, id: '778' } as InboundMessage['media']
    await receive(
      message(),
      message({ type: 'image', media: image }),
      message({ type: 'image', media: other, at: new Date(clock.now().getTime() - 1) }),
    )
    const files = await Promise.all((await thread()).map(row => filesOf(row.id)))
    expect(files.map(of => of.map(file => file.wa_media_id))).toEqual([[], ['777'], ['778']])
  })
})
