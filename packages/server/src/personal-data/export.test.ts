import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { basePath } from '@parley/core/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addApplication } from '../../test/models/applications.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { upload } from '../../test/models/upload.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text, textWebhook } from '../../test/models/webhooks.ts'
import { unzipped } from '../../test/zip.ts'

const phone = '256720000001'
const hostile = '<script>alert(1)</script> & "me" \' Ωμέγα 😀\nsecond line'
const count = 1_203

interface Exported {
  customer: Record<string, unknown> & { aliases: unknown[] }
  conversations: (Record<string, unknown> & {
    messages: (Record<string, unknown> & { files: { path: string | null; name: string }[] })[]
  })[]
  applications: Record<string, unknown>[]
}

describe('[Q-166] the export of one customer', () => {
  let at: TestServer
  let id: string
  let customer: string
  let ticket: string
  beforeAll(async () => {
    at = await startTestServer()
    const start = at.clock.now().getTime() / 1000 - 10_000
    const contexts: Readonly<Record<number, object>> = {
      9: { context: { id: 'wamid.3', forwarded: true } },
      11: { context: { id: 'wamid.never' } },
      13: { referral: { headline: 'Retire <well>', source_url: 'https://example.com/ad' } },
    }
    const messages = Array.from({ length: count }, (_, n) => ({
      ...text(phone, `wamid.${n}`, n === 7 ? hostile : `no ${n}`, start + n),
      ...contexts[n],
    }))
    expect(await at.webhook(textWebhook(phone, 'wamid.first', 'Hello', 'Nakato <b>Joy</b>'))).toBe(200)
    for (let n = 0; n < count; n += 401) {
      expect(await at.webhook(envelope({ messages: messages.slice(n, n + 401) }))).toBe(200)
    }
    const change = (n: number, type: string, content: object) => ({
      from: phone,
      id: `wamid.change-${n}`,
      timestamp: String(start + count + n),
      type,
      [type]: content,
    })
    const edit = { original_message_id: 'wamid.15', message: { type: 'text', text: { body: 'now <15>' } } }
    const changes = [
      change(1, 'reaction', { message_id: 'wamid.15', emoji: '👍' }),
      change(2, 'edit', edit),
      change(3, 'revoke', { original_message_id: 'wamid.17' }),
    ]
    expect(await at.webhook(envelope({ messages: changes }))).toBe(200)
    // Another customer, whose data must not be exported.
    expect(await at.webhook(textWebhook('256720000009', 'wamid.other', 'OTHER-WORDS', 'Okello'))).toBe(200)
    id = (await at.ann.get('conversations', { query: { search: `+${phone}` } })).reply[0]?.id ?? ''
    const { reply } = await at.ann.get('history', { params: { id }, query: { limit: '1' } })
    customer = reply.messages[0]?.sender_id ?? ''
    const raised = await at.ann.get('createTicket', { body: { conversation_id: id, title: 'Late payment' } })
    ticket = raised.reply.id
    await at.ann.get('updateTicket', { params: { id: ticket }, body: { agent_notes: 'Rang her' } })
    await at.ann.get('createIssue', { body: { conversation_id: id, title: 'Claim', category: 'CLAIMS' } })
    // [Q-223 Q-224] Notes.
    const asked = { client_note_id: unique(), text: 'Ask @brian', mentions: [at.brian.id] }
    const note = (await at.ann.get('addNote', { params: { id }, body: asked })).reply
    const sign = { emoji: '👀', on: true }
    await at.brian.get('reactToNote', { params: { id: note.id }, body: sign })
    // Reminders.
    const due_at = new Date(at.clock.now().getTime() + 3_600_000).toISOString()
    const promise = { params: { id: reply.messages[0]?.id ?? '' }, body: { due_at, text: 'Call her back' } }
    await at.brian.get('remind', promise)
    const known = { version: 0, text: 'Calls at noon' }
    await at.brian.get('changeCustomerNote', { params: { id }, body: known })
    await at.ann.get('setConversationTags', { params: { id }, body: { tags: ['vip'] } })
    await at.ann.get('assign', { params: { id }, body: { agent_id: at.ann.id } })
    await addApplication(at.server.writer, { kind: 'ipp', conversationId: id })
    const file = await upload(at.server.app, at.ann, 'Receipt №1.pdf', '%PDF-1.4 a receipt')
    const body = { client_message_id: unique(), content: 'Here it is', document_id: file.id }
    await at.ann.get('send', { params: { id }, body })
    await at.database.db
      .insertInto('customer_aliases')
      .values({
        kind: 'number',
        address: '256720000002',
        customer_id: Number(customer),
        until: at.clock.now(),
      })
      .execute()
  })
  afterAll(() => at.close())

  const exported = async () => {
    const response = await at.server.app.inject({
      method: 'POST',
      url: `${basePath}/customers/${customer}/export`,
      headers: { authorization: `Bearer ${at.ann.token}` },
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="customer-${customer}.zip"`,
    })
    const parts = await unzipped(response.rawPayload)
    return {
      parts,
      json: JSON.parse(parts.get('customer.json')?.toString() ?? '') as Exported,
      page: parts.get('transcript.html')?.toString() ?? '',
    }
  }

  test('customer.json has every record of the customer and none of another', async () => {
    const { json } = await exported()
    expect(json).toMatchObject({
      format: 'parley-customer',
      version: 1,
      time_zone: 'Africa/Kampala',
      exported_by: { id: at.ann.id },
      customer: {
        note: { text: 'Calls at noon', updated_by_name: 'brian' },
        id: customer,
        name: 'Nakato <b>Joy</b>',
        phone: `+${phone}`,
        wa_id: phone,
      },
    })
    expect(json.customer.aliases).toEqual([
      { kind: 'number', address: '256720000002', until: at.clock.now().toISOString() },
    ])
    expect(json.conversations).toHaveLength(1)
    expect(json.conversations[0]).toMatchObject({
      id,
      tags: ['vip'],
      notes: [
        { agent_name: 'ann', text: 'Ask @brian', mentions: [at.brian.id], reactions: [{ emoji: '👀' }] },
      ],
      reminders: [{ agent_name: 'brian', text: 'Call her back', due_at: expect.any(String), done_at: null }],
      tickets: [
        { id: ticket, title: 'Late payment', notes: [{ text: 'Rang her' }], changes: [{ to_status: 'NEW' }] },
      ],
      issues: [{ title: 'Claim', category: 'CLAIMS' }],
      assignments: [{ state: 'accepted', agent_id: at.ann.id }],
      owner_changes: [{ to_id: at.ann.id }],
    })
    const messages = json.conversations[0]?.messages ?? []
    expect(messages).toHaveLength(count + 2)
    expect(new Set(messages.map(message => message['id'])).size).toBe(count + 2)
    expect(messages.filter(message => message['content'] === hostile)).toHaveLength(1)
    expect(json.applications).toHaveLength(1)
    expect(json.applications[0]).toMatchObject({ kind: 'ipp', status_history: expect.any(Array) })
    expect(JSON.stringify(json)).not.toContain('OTHER-WORDS')
  })

  test('has the files unchanged, and the records name their places', async () => {
    const { parts, json } = await exported()
    const files = json.conversations.flatMap(one => one.messages).flatMap(message => message.files)
    expect(files).toMatchObject([{ name: 'Receipt №1.pdf' }])
    expect(parts.get(files[0]?.path ?? '')?.toString()).toBe('%PDF-1.4 a receipt')
    expect(new Set(parts.keys())).toEqual(new Set(['customer.json', 'transcript.html', files[0]?.path]))
  })

  test('the transcript escapes all text, uses the workspace’s time zone, and links to the files', async () => {
    const { page, parts } = await exported()
    expect(page).not.toMatch(/<script|<b>Joy/)
    expect(page).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;me&quot; &#39; Ωμέγα 😀\nsecond line',
    )
    expect(page.match(/<article/g)).toHaveLength(count + 2)
    const said = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Africa/Kampala',
      dateStyle: 'medium',
      timeStyle: 'medium',
    }).formatToParts(at.clock.now())
    const hour = said.find(part => part.type === 'hour')?.value ?? '?'
    expect(page).toMatch(new RegExp(`<b>ann</b> · [^<]* ${hour}:\\d\\d:\\d\\d`, 'i'))
    const href = /href="([^#"][^"]*)"/.exec(page)?.[1] ?? ''
    expect(parts.has(decodeURIComponent(href))).toBe(true)
  })

  test('a customer’s changes of messages are in the records and in the transcript', async () => {
    const { page, json } = await exported()
    const messages = json.conversations[0]?.messages ?? []
    const said = (content: string) => messages.find(message => message['content'] === content)
    expect(said('now <15>')).toMatchObject({
      original_content: 'no 15',
      reaction: '👍',
      changes: [
        { kind: 'reaction', content: '👍' },
        { kind: 'edit', content: 'now <15>', wamid: 'wamid.change-2' },
      ],
    })
    expect(said('no 17')).toMatchObject({
      revoked_at: expect.any(String),
      changes: [{ kind: 'revoke', content: null }],
    })
    expect(page).toMatch(
      / · edited<\/header>\n<p>now &lt;15&gt;<\/p>\n<p class="quote">Before the edit: no 15/,
    )
    expect(page).toContain('The customer reacted: 👍')
    expect(page.match(/ · deleted by the customer /g)).toHaveLength(1)
  })

  test('[Q-178] quotes are in the records, and linked in the transcript', async () => {
    const { page, json } = await exported()
    const messages = json.conversations[0]?.messages ?? []
    const said = (content: string) => messages.find(message => message['content'] === content)
    const third = said('no 3')
    expect(said('no 9')).toMatchObject({
      quoted_wamid: 'wamid.3',
      quoted_id: third?.['id'],
      quoted_at: third?.['at'],
      forwarded: 'forwarded',
    })
    expect(said('no 11')).toMatchObject({ quoted_wamid: 'wamid.never', quoted_id: null, forwarded: null })
    const target = String(third?.['id'])
    expect(page).toContain(`<article id="m${target}">`)
    expect(page).toContain(`In answer to the <a href="#m${target}">message of `)
    expect(page.match(/In answer to a message that is not here/g)).toHaveLength(1)
    expect(page.match(/ · forwarded</g)).toHaveLength(1)
  })

  test('[DATA-07] a message’s details are in the records and in the transcript', async () => {
    const { page, json } = await exported()
    const message = json.conversations[0]?.messages?.find(one => one['content'] === 'no 13')
    expect(message?.['details']).toMatchObject({ referral: { headline: 'Retire <well>' } })
    expect(page.includes('referral: headline: Retire &lt;well&gt;; url: https://example.com/ad</p>')).toBe(
      true,
    )
  })

  test('is on record, and leaves nothing on the disk', async () => {
    await exported()
    const { reply } = await at.ann.get('audit', { query: { action: 'customer.exported' } })
    expect(reply[0]).toMatchObject({
      by: { id: at.ann.id },
      on: { noun: 'customer', id: customer, name: 'Nakato <b>Joy</b>' },
    })
    await eventually(
      'no export left',
      async () => (await readdir(path.join(at.dataDir, 'exports'))).length === 0,
    )
  })

  test('an unknown customer is 404, and nothing is on record', async () => {
    const before = (await at.ann.get('audit')).reply
    expect(await at.ann.ask('exportCustomer', { params: { id: '999999' } })).toMatchObject({
      status: 404,
      body: { detail: 'Customer with ID 999999 not found', code: 'customer.not-found' },
    })
    expect((await at.ann.get('audit')).reply).toEqual(before)
  })
})
