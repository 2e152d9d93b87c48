import type { ConversationRow } from '@parley/core/conversations/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { currentSeq } from '../live/log.ts'

describe('edits of a conversation', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  let phones = 256_700_100_000
  const say = async (phone: string): Promise<ConversationRow> => {
    expect(await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hello'))).toBe(200)
    const { reply } = await at.ann.get('conversations', { query: { search: phone } })
    const row = reply.find(one => one.status !== 'ARCHIVED')
    if (row === undefined) throw new Error('No conversation')
    return row
  }
  const fresh = () => say(String((phones += 1)))
  const setStatus = (id: string, body: unknown) =>
    at.ann.ask('setConversationStatus', { params: { id }, body })
  const setTags = (id: string, body: unknown) => at.ann.ask('setConversationTags', { params: { id }, body })
  const seenBy = async (client: 'ann' | 'brian', id: string) =>
    (await at[client].get('conversations', { query: { conversation_id: id } })).reply[0]

  test('[CONV-05 Q-017] stores each of the four statuses and publishes it to everybody', async () => {
    const { id, version } = await fresh()
    let edits = 0
    for (const status of ['RESOLVED', 'DORMANT', 'ARCHIVED', 'ACTIVE']) {
      edits += 1
      const answer = await setStatus(id, { status })
      expect(answer).toMatchObject({ status: 200, body: { id, status, version: version + edits } })
      expect(answer.body).toEqual(await seenBy('ann', id))
      expect(await seenBy('brian', id)).toMatchObject({ status, version: version + edits })
    }
  })

  test.each(['TRANSFERRED', 'active', '', 'x'])('[CONV-05] refuses %j with a sentence', async status => {
    const { id } = await fresh()
    const refused = { code: 'conversation.invalid-status', detail: `Invalid status: ${status}` }
    expect(await setStatus(id, { status })).toMatchObject({
      status: 400,
      body: { ...refused, fields: { status: expect.any(String) } },
    })
    // Bad input comes before an unknown id.
    expect(await setStatus('0', { status })).toMatchObject({ status: 400, body: refused })
    expect(await seenBy('ann', id)).toMatchObject({ status: 'ACTIVE', version: 1 })
  })

  test('repeating the status or the tags changes nothing', async () => {
    const { id } = await fresh()
    await setTags(id, { tags: ['vip'] })
    const seq = await currentSeq(at.database.db)
    expect(await setStatus(id, { status: 'ACTIVE' })).toMatchObject({ status: 200, body: { version: 2 } })
    expect(await setTags(id, { tags: [' vip ', 'vip'] })).toMatchObject({ status: 200, body: { version: 2 } })
    expect(await currentSeq(at.database.db)).toBe(seq)
  })

  test('an archived conversation cannot reopen beside another open one', async () => {
    const phone = String((phones += 1))
    const first = await say(phone)
    await setStatus(first.id, { status: 'ARCHIVED' })
    const second = await say(phone)
    expect(second.id).not.toBe(first.id)
    for (const status of ['ACTIVE', 'RESOLVED', 'DORMANT']) {
      expect(await setStatus(first.id, { status })).toMatchObject({
        status: 409,
        body: { code: 'conversation.another-open', detail: expect.stringContaining('Archive') },
      })
    }
    expect(await seenBy('ann', first.id)).toMatchObject({ status: 'ARCHIVED' })
    await setStatus(second.id, { status: 'ARCHIVED' })
    expect(await setStatus(first.id, { status: 'ACTIVE' })).toMatchObject({ status: 200 })
  })

  test('reopening and a concurrent message leave one open conversation', async () => {
    const phone = String((phones += 1))
    const { id } = await say(phone)
    await setStatus(id, { status: 'ARCHIVED' })
    const [answer, status] = await Promise.all([
      setStatus(id, { status: 'ACTIVE' }),
      at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Again')),
    ])
    expect([200, 409]).toContain(answer.status)
    expect(status).toBe(200)
    const { reply } = await at.ann.get('conversations', { query: { search: phone } })
    expect(reply.filter(row => row.status !== 'ARCHIVED')).toHaveLength(1)
  })

  test('[Q-116] refuses an edit of an old version, with the current state', async () => {
    const { id, version } = await fresh()
    expect(await setTags(id, { tags: ['vip'], version })).toMatchObject({ status: 200 })
    const now = await seenBy('ann', id)
    for (const answer of [
      await setTags(id, { tags: ['claims'], version }),
      await setStatus(id, { status: 'RESOLVED', version }),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'conversation.changed', current: { id, tags: ['vip'], version: version + 1 } },
      })
      // The shared state, without the viewer's read cursor.
      const { seen_no: _seen, unread_count: _unread, ...shared } = now ?? ({} as ConversationRow)
      expect((answer.body as { current: unknown }).current).toEqual(shared)
    }
    expect(await setTags(id, { tags: ['claims'], version: version + 1 })).toMatchObject({
      status: 200,
      body: { tags: ['claims'] },
    })
  })

  test('[Q-325] tags are trimmed and unique, at most 20 of 40 characters', async () => {
    const { id } = await fresh()
    const tags = [' vip ', 'é🙂', 'vip', '', 'x'.repeat(40)]
    expect(await setTags(id, { tags })).toMatchObject({
      status: 200,
      body: { tags: ['vip', 'é🙂', 'x'.repeat(40)] },
    })
    expect(await setTags(id, { tags: Array.from({ length: 20 }, (_, n) => `tag ${n}`) })).toMatchObject({
      status: 200,
    })
    for (const wrong of [['x'.repeat(41)], Array.from({ length: 21 }, (_, n) => `tag ${n}`), 'vip', [1]]) {
      expect((await setTags(id, { tags: wrong })).status).toBe(400)
    }
    const long = await setTags(id, { tags: ['x'.repeat(41)] })
    expect(long.body).toMatchObject({ fields: { 'tags.0': 'must have at most 40 characters' } })
    expect(await setTags(id, { tags: ['Réclame', 'reclame', '\u3164', 'RECLAME\u200b'] })).toMatchObject({
      body: { tags: ['Réclame'] },
    })
    const byTag = (search: string) => at.ann.get('conversations', { query: { search } })
    expect((await byTag('RECLAME')).reply.map(row => row.id)).toEqual([id])
    expect(await setTags(id, { tags: [] })).toMatchObject({ status: 200, body: { tags: [] } })
  })
})
