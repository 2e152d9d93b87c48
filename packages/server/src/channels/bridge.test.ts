import { basePath } from '@parley/core/calls'
import { pairPace } from '@parley/core/messages/delivery'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { upload } from '../../test/models/upload.ts'
import { eventually } from '../../test/wait.ts'
import { newLogId } from '../live/log.ts'
import { startTestBridge, type TestBridge } from './bridge.fixture.ts'
import { keepBusinessNumbers } from './numbers.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

describe('[Q-197] a channel behind a bridge', () => {
  let at: TestServer
  let bridge: TestBridge
  beforeAll(async () => {
    bridge = await startTestBridge()
    const { url, token } = bridge
    at = await startTestServer({ bridges: [{ id: 'web-chat', name: 'Web chat', url, token }] })
    await at.server.writer.db
      .updateTable('agents')
      .set({ role: 'ADMINISTRATOR' })
      .where('id', '=', Number(at.ann.id))
      .execute()
  })
  afterAll(async () => {
    await at.close()
    await bridge.close()
  })
  afterEach(() => {
    bridge.next.length = 0
  })

  const call = async (payload: object, { token = bridge.token, id = 'web-chat' } = {}) => {
    const response = await at.server.app.inject({
      method: 'POST',
      url: `${basePath}/channels/bridges/${id}/events`,
      headers: { ...(token !== '' && { authorization: `Bearer ${token}` }) },
      payload,
    })
    const body: { readonly events: { readonly id: string; readonly ended: string }[] } = response.json()
    return { status: response.statusCode, body }
  }
  const tell = async (...events: object[]) => {
    const { status, body } = await call({ events })
    expect({ status, body }).toMatchObject({ status: 200 })
    return body.events.map(({ ended }) => ended)
  }
  /** A visitor with a unique name. */
  const newVisitor = () => {
    const from = `v-${unique()}`
    return { from, name: `Visitor ${from}` }
  }
  const message = (who: { from: string; name?: string }, more: object = {}) => ({
    kind: 'message',
    id: `m-${unique()}`,
    text: 'Hello',
    at: at.clock.now().toISOString(),
    ...who,
    ...more,
  })
  const rowsOf = async ({ name }: { name: string }) =>
    (await at.ann.get('conversations', { query: { search: name } })).reply
  const rowOf = async (who: { name: string }) => {
    const [row] = await rowsOf(who)
    if (row === undefined) throw new Error('They have no conversation')
    return row
  }
  const writes = async (who = newVisitor(), more: object = {}) => {
    expect(await tell(message(who, more))).toEqual(['shown'])
    return { ...who, id: (await rowOf(who)).id }
  }
  const messagesOf = async (id: string) => (await at.ann.get('history', { params: { id } })).reply.messages
  const send = (id: string, body: object) =>
    at.ann.ask('send', { params: { id }, body: { client_message_id: unique(), ...body } })
  const sends = async (id: string, body: object) => {
    const sent = await send(id, body)
    expect(sent).toMatchObject({ status: 200 })
    return (sent.body as { id: string }).id
  }
  const becomes = (conversation: string, id: string, status: string) =>
    eventually(`message ${id} to be ${status}`, async () => {
      const found = (await messagesOf(conversation)).find(one => one.id === id)
      return found?.status === status && found
    })
  const carriedAs = (id: string) => bridge.carried.filter(one => one.id === id)
  /** Moves the clock to the next try of a message that waits for one, and no further: past its deadline it would fail. */
  const toNextTry = async (id: string) => {
    const { next_try_at: next } = await at.database.db
      .selectFrom('messages')
      .select('next_try_at')
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()
    const aheadMs = (next?.getTime() ?? 0) - at.clock.now().getTime()
    if (aheadMs > 0) at.clock.advance(aheadMs / 1_000)
  }

  describe('what comes in', () => {
    test('opens a conversation that says over which channel it is, and that no window closes it', async () => {
      const who = await writes(newVisitor(), { text: 'Do you insure bicycles?' })
      const row = await rowOf(who)
      expect(row).toMatchObject({
        user: { name: who.name, phone_number: null },
        channel: 'bridge',
        business_number: 'Web chat',
        status: 'ACTIVE',
        unread_count: 1,
        reach: { has_window: false, closes_at: null, unreachable: null },
        last_message: { content: 'Do you insure bicycles?', source: 'CUSTOMER' },
      })
    })

    test('the same events again change nothing, alone and among others', async () => {
      const who = newVisitor()
      const [first, second] = [message(who, { text: 'One' }), message(who, { text: 'Two' })]
      expect(await tell(first)).toEqual(['shown'])
      expect(await tell(first, second, first)).toEqual(['folded', 'shown', 'folded'])
      const { id, unread_count } = await rowOf(who)
      expect(unread_count).toBe(2)
      expect((await messagesOf(id)).map(one => one.content)).toEqual(['One', 'Two'])
    })

    test('two calls at once about somebody new make one customer and one conversation', async () => {
      const who = newVisitor()
      const events = Array.from({ length: 6 }, (_, n) => message(who, { text: `No. ${n}` }))
      await Promise.all(events.map(event => tell(event)))
      const rows = await rowsOf(who)
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({ inbound_no: 6 })
      expect(await messagesOf(rows[0]?.id ?? '')).toHaveLength(6)
    })

    test('a picture is fetched and shown, with its words', async () => {
      bridge.files.set('f-1', { name: 'card.png', type: 'image/png', bytes: picture })
      const file = { id: 'f-1', name: 'card.png', mime_type: 'image/png', size: picture.length }
      const { id } = await writes(newVisitor(), { text: 'My card', file })
      const [shown] = await eventually('the picture to be here', async () => {
        const all = await messagesOf(id)
        return all[0]?.attachments[0]?.state === 'ready' && all
      })
      expect(shown).toMatchObject({
        message_type: 'image',
        content: 'My card',
        attachments: [{ name: 'card.png', mime_type: 'image/png', size: picture.length }],
      })
    })

    test('a file that the bridge does not have is said to be gone, by the channel’s name', async () => {
      const file = { id: 'f-none', name: 'card.png', mime_type: 'image/png' }
      const { id } = await writes(newVisitor(), { file })
      const attachment = await eventually('it to be given up', async () => {
        const [one] = (await messagesOf(id))[0]?.attachments ?? []
        return one?.state === 'failed' && one
      })
      expect(attachment.failure).toBe('Web chat does not have it any more. Ask the customer to send it again')
    })

    test('a message that answers ours shows it', async () => {
      const { id, ...who } = await writes()
      const sent = await sends(id, { content: 'How old is it?' })
      await becomes(id, sent, 'sent')
      const quotes = bridge.idOf(sent)
      expect(await tell(message(who, { text: 'Two years', quotes }))).toEqual(['shown'])
      expect((await messagesOf(id)).at(-1)).toMatchObject({
        quote: { message: { id: sent, excerpt: 'How old is it?' } },
      })
    })

    test('whoever is archived opens a new conversation, and is the same customer', async () => {
      const { id, ...who } = await writes()
      await at.ann.get('setConversationStatus', { params: { id }, body: { status: 'ARCHIVED' } })
      await tell(message(who, { text: 'One more thing' }))
      const rows = await rowsOf(who)
      expect(new Set(rows.map(row => row.user.id)).size).toBe(1)
      expect(rows.map(row => row.status).toSorted()).toEqual(['ACTIVE', 'ARCHIVED'])
    })

    test('[Q-326] a name that came later is added, and follows newer messages unless an agent set it', async () => {
      const { from, name } = newVisitor()
      const [next, last] = [`${name} Auma`, `${name} Akello`]
      const earlier = new Date(at.clock.now().getTime() - 1).toISOString()
      await tell(message({ from }))
      await tell(message({ from, name }))
      await tell(message({ from, name: next }))
      await tell(message({ from, name }, { at: earlier }))
      const { id, ...row } = await rowOf({ name: next })
      expect(row).toMatchObject({ user: { name: next, profile_name: null }, inbound_no: 4 })
      await at.ann.get('renameCustomer', { params: { id }, body: { name: `${name} A` } })
      await tell(message({ from, name: last }))
      expect(await rowOf({ name })).toMatchObject({ user: { name: `${name} A`, profile_name: last } })
    })
  })

  describe('the way in', () => {
    test.each([
      ['without a token', { token: '' }, 401],
      ['with another token', { token: 'another-token-of-16' }, 401],
      ['for a bridge that the settings do not name', { id: 'telegram' }, 404],
    ])('%s is closed', async (_, how, status) => {
      const who = newVisitor()
      expect(await call({ events: [message(who)] }, how)).toMatchObject({ status })
      expect(await rowsOf(who)).toEqual([])
    })

    test.each([
      ['no events', { events: [] }, 'events'],
      ['an unknown kind', { events: [{ kind: 'dance', id: '1' }] }, 'events.0.kind'],
      ['nobody', { events: [{ kind: 'message', id: '1', text: 'Hi' }] }, 'events.0.from'],
      ['no words', { events: [{ kind: 'message', id: '1', from: 'v', text: ' ' }] }, 'events.0.text'],
      [
        'a wrong time',
        { events: [{ kind: 'message', id: '1', from: 'v', text: 'x', at: 'noon' }] },
        'events.0.at',
      ],
      [
        'more words than go',
        { events: [{ kind: 'message', id: '1', from: 'v', text: 'x'.repeat(4097) }] },
        'events.0.text',
      ],
      ['what nobody knows', { events: [{ kind: 'status', id: '1', status: 'lost' }] }, 'events.0.status'],
    ])('what has %s is refused by the field, and nothing of the call is stored', async (_, body, field) => {
      const who = newVisitor()
      const events = [message(who), ...body.events]
      const given = body.events.length === 0 ? body : { events }
      const answer = await call(given)
      const place = field.replace('.0.', '.1.')
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'input.invalid', fields: { [place]: expect.any(String) } },
      })
      expect(await rowsOf(who)).toEqual([])
    })
  })

  describe('what goes out', () => {
    test('goes to the bridge once, and its ticks follow what the bridge tells', async () => {
      const { id, from } = await writes()
      const sent = await sends(id, { content: 'Good morning' })
      await becomes(id, sent, 'sent')
      expect(carriedAs(sent)).toEqual([{ id: sent, to: from, text: 'Good morning' }])
      const name = bridge.idOf(sent)
      const status = (word: string, more: object = {}) => ({
        kind: 'status',
        id: name,
        status: word,
        ...more,
      })
      expect(await tell(status('read'), status('delivered'), status('read'))).toEqual([
        'folded',
        'folded',
        'folded',
      ])
      expect(await becomes(id, sent, 'read')).toMatchObject({ status: 'read' })
      expect(await tell({ ...status('delivered'), id: 'nobody-knows' })).toEqual(['noted'])
      const { reply: tried } = await at.ann.get('attempts', { params: { id: sent } })
      expect(tried).toMatchObject({ channel: 'Web chat', attempts: [{ state: 'read', no: 1 }] })
    })

    test('has neither window nor pace: a day later several go at once', async () => {
      const yesterday = new Date(at.clock.now().getTime() - 25 * 60 * 60_000)
      const { id } = await writes(newVisitor(), { at: yesterday.toISOString() })
      const words = Array.from({ length: pairPace.burst + 2 }, (_, n) => `No. ${n}`)
      const sent: string[] = []
      for (const content of words) sent.push(await sends(id, { content }))
      for (const one of sent) await becomes(id, one, 'sent')
      expect(bridge.carried.filter(one => sent.includes(one.id)).map(one => one.text)).toEqual(words)
    })

    test('a file is handed over first, under the type that it has', async () => {
      const { id } = await writes()
      const { id: document_id } = await upload(at.server.app, at.ann, 'form.png', picture)
      const sent = await sends(id, { document_id, content: 'Please sign' })
      await becomes(id, sent, 'sent')
      const [carried] = carriedAs(sent)
      expect(carried).toMatchObject({
        text: 'Please sign',
        file: { name: 'form.png', mime_type: 'image/png' },
      })
      expect(bridge.files.get(carried?.file?.id ?? '')).toMatchObject({
        name: 'form.png',
        type: 'image/png',
        bytes: picture,
      })
    })

    test('an answer names the message that it quotes', async () => {
      const who = newVisitor()
      const asked = message(who)
      await tell(asked)
      const { id } = await rowOf(who)
      const [first] = await messagesOf(id)
      const sent = await sends(id, { content: 'To this', quoted_message_id: first?.id })
      await becomes(id, sent, 'sent')
      expect(carriedAs(sent)).toMatchObject([{ quotes: asked.id }])
    })

    test('a call whose answer was lost is repeated under the same id, so the customer has it once', async () => {
      const { id } = await writes()
      bridge.next.push('lose-answer')
      const sent = await sends(id, { content: 'Once' })
      await eventually('the first try', () => carriedAs(sent).length === 1)
      await eventually('a second one', async () => {
        await toNextTry(sent)
        return carriedAs(sent).length === 2
      })
      await becomes(id, sent, 'sent')
      expect(carriedAs(sent)).toHaveLength(2)
    })

    test('what the bridge cannot take now is tried again', async () => {
      const { id } = await writes()
      bridge.next.push({ status: 503 }, { status: 429 })
      const sent = await sends(id, { content: 'Later' })
      await eventually('it to be taken', async () => {
        await toNextTry(sent)
        return (await messagesOf(id)).find(one => one.id === sent)?.status === 'sent'
      })
      expect(carriedAs(sent)).toHaveLength(3)
    })

    test.each([
      [{ status: 400, detail: 'This is not what we do here.' }, 'bridge-400', 'This is not what we do here.'],
      [{ status: 422 }, 'bridge-422', 'Web chat did not take this and did not say why (HTTP 422).'],
      [{ status: 403 }, 'bridge-403', 'Web chat does not accept our access.'],
      [{ status: 410 }, 'bridge-410', 'Web chat cannot reach this customer any more.'],
    ])('a refusal of %o has failed, with the reason, and Retry sends it', async (answer, code, sentence) => {
      const { id } = await writes()
      bridge.next.push(answer)
      const sent = await sends(id, { content: 'No' })
      expect((await becomes(id, sent, 'failed')).failure).toMatchObject({ code, sentence })
      await at.ann.get('retry', { params: { id: sent } })
      await becomes(id, sent, 'sent')
      expect(carriedAs(sent)).toHaveLength(2)
    })

    test('a failure that the bridge tells later stands at the message', async () => {
      const { id } = await writes()
      const sent = await sends(id, { content: 'Are you there?' })
      await becomes(id, sent, 'sent')
      await tell({ kind: 'status', id: bridge.idOf(sent), status: 'failed', reason: 'They closed the page.' })
      expect((await becomes(id, sent, 'failed')).failure).toMatchObject({ sentence: 'They closed the page.' })
    })

    test.each([
      ['template', { template: { name: 'hello', language: 'en', values: {} } }],
      ['ask', { content: 'Which?', ask: { kind: 'buttons', buttons: ['Yes', 'No'] } }],
      ['card', { card: { name: 'Ann', number: '+256700000001', email: null, organisation: null } }],
      ['voice', { document_id: '1', voice: true }],
    ])('%s does not go, and the field says so', async (field, body) => {
      const { id } = await writes()
      const before = bridge.carried.length
      expect(await send(id, body)).toMatchObject({
        status: 400,
        body: {
          code: 'input.invalid',
          fields: { [field]: 'works only on WhatsApp. Write a message, or send a file' },
        },
      })
      expect(bridge.carried).toHaveLength(before)
    })

    test('no sign can be put on a message', async () => {
      const { id } = await writes()
      const [first] = await messagesOf(id)
      expect(
        await at.ann.ask('react', { params: { id: first?.id ?? '' }, body: { emoji: '👍' } }),
      ).toMatchObject({
        status: 409,
        body: { code: 'message.not-reactable' },
      })
    })
  })

  describe('who it is', () => {
    const merge = async (kept: string, gone: string) =>
      (await at.ann.get('mergeCustomers', { params: { id: kept }, body: { other_conversation_id: gone } }))
        .reply.id
    const reaches = async (id: string, to: string) => {
      const sent = await sends(id, { content: `For ${to}` })
      await becomes(id, sent, 'sent')
      expect(carriedAs(sent)).toMatchObject([{ to }])
    }

    test('two who are merged have one conversation, answered where they wrote from last; and are two again', async () => {
      const [one, other] = [await writes(), await writes()]
      const merged = await merge(one.id, other.id)
      await reaches(one.id, one.from)
      await tell(message({ from: other.from }, { text: 'From the other browser' }))
      expect((await messagesOf(one.id)).at(-2)).toMatchObject({ content: `For ${one.from}` })
      expect((await messagesOf(one.id)).at(-1)).toMatchObject({ content: 'From the other browser' })
      await reaches(one.id, other.from)
      expect(await at.ann.ask('undoMerge', { params: { id: one.id, merge: merged } })).toMatchObject({
        status: 204,
      })
      await reaches(one.id, one.from)
      await reaches(other.id, other.from)
      await tell(message({ from: other.from }, { text: 'Mine again' }))
      expect((await messagesOf(other.id)).at(-1)).toMatchObject({ content: 'Mine again' })
    })

    test('who is erased is somebody new afterwards, and what is repeated of them is noted', async () => {
      const who = newVisitor()
      const first = message(who)
      await tell(first)
      const row = await rowOf(who)
      expect(
        await at.ann.ask('eraseCustomer', {
          params: { id: row.user.id },
          body: { confirm: row.user.id, reason: 'They asked' },
        }),
      ).toMatchObject({ status: 204 })
      expect(await tell(first)).toEqual(['noted'])
      expect(await rowsOf(who)).toEqual([])
      await tell(message(who, { text: 'It is me' }))
      const again = await rowOf(who)
      expect(again.user.id).not.toBe(row.user.id)
      const kept = at.database.db.selectFrom('conversations').select('peer').where('id', '=', Number(row.id))
      expect(await kept.execute()).toEqual([{ peer: '' }])
    })
  })

  test('a bridge that is not in the settings any more says that nothing goes from there', async () => {
    const { id, ...who } = await writes()
    const { writer } = at.server
    const { token, url } = bridge
    const known = { id: 'web-chat', name: 'Web chat', url, token }
    const numbers = [
      { phoneNumberId: '100000000000001', name: 'Pensions', businessAccountId: null, accessToken: 'x' },
    ]
    await keepBusinessNumbers(writer, { numbers, bridges: [] }, newLogId)
    expect((await rowOf(who)).reach.unreachable).toBe('number-gone')
    expect(await send(id, { content: 'Hello?' })).toMatchObject({
      status: 409,
      body: { code: 'message.unreachable' },
    })
    await keepBusinessNumbers(writer, { numbers, bridges: [known] }, newLogId)
    expect((await rowOf(who)).reach.unreachable).toBeNull()
  })
})
