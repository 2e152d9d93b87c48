import { Readable } from 'node:stream'
import { whatsappClient } from '@parley/whatsapp/client'
import { reactionMessage, textMessage } from '@parley/whatsapp/send'
import { expect, test } from 'vitest'
import { credentials, eventually, receiver, simulator } from '../simulator.fixture.ts'

const customer = '/phones/+256700000001'
const to = { phone: '256700000001' }
/** Longer than any answer takes. */
const soon = { timeoutMs: 30_000 }
const first = credentials.phoneNumberId
const pensions = {
  phoneNumberId: '100000000000011',
  displayPhoneNumber: '256200000011',
  name: 'Pensions',
  accessToken: 'pensions-token',
  businessAccountId: '100000000000012',
}
const claims = { phoneNumberId: '100000000000021', displayPhoneNumber: '256200000021', name: 'Claims' }
const text = (words: string) => textMessage({ to, text: words, opaque: words })

/** A simulator with three numbers, the second with an account of its own, and clients of the first two. */
async function several(webhookUrl: string) {
  const made = await simulator(webhookUrl, { moreNumbers: [pensions, claims] })
  const clientOf = (phoneNumberId: string, accessToken: string) =>
    whatsappClient({ apiUrl: made.url, version: 'v23.0', ...credentials, phoneNumberId, accessToken })
  return {
    ...made,
    clientOf,
    second: clientOf(pensions.phoneNumberId, pensions.accessToken),
    lookUp: async (path: string, token: string = credentials.accessToken) => {
      const answer = await fetch(`${made.url}/v23.0/${path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return { status: answer.status, body: JSON.parse(await answer.text()) }
    },
    shown: async (chat?: string) =>
      (await made.get(`${customer}/messages${chat === undefined ? '' : `?number=${chat}`}`)).body,
  }
}

type Simulated = Awaited<ReturnType<typeof receiver>>

/** The account, the number and the change of each webhook. */
const told = (posts: Simulated['posts']) =>
  posts.map(({ raw }) => {
    const [{ id: account, changes }] = JSON.parse(raw).entry
    const [{ value, field }] = changes
    return { account, field, number: value.metadata?.phone_number_id, value }
  })

test('a message of each number is in its own chat, and its statuses name that number', async () => {
  const { url, posts } = await receiver()
  const { client, second, shown, post } = await several(url)
  await client.send(text('From the first'), soon)
  await second.send(text('From Pensions'), soon)
  expect(await shown()).toMatchObject([
    { number: first, text: 'From the first' },
    { number: pensions.phoneNumberId, text: 'From Pensions' },
  ])
  expect(await shown(pensions.phoneNumberId)).toMatchObject([{ text: 'From Pensions' }])
  expect(await shown(claims.phoneNumberId)).toEqual([])
  await eventually(() => posts.length, 4)
  expect((await post(`${customer}/read`, { number: pensions.phoneNumberId })).body).toEqual({ read: 1 })
  await eventually(() => posts.length, 5)
  const statuses = told(posts).map(
    ({ account, number, value: { statuses, metadata } }) =>
      `${account} ${number} ${metadata.display_phone_number} ${statuses[0].biz_opaque_callback_data} ${statuses[0].status}`,
  )
  expect(statuses.toSorted()).toEqual([
    `100000000000002 ${first} 256200000000 From the first delivered`,
    `100000000000002 ${first} 256200000000 From the first sent`,
    '100000000000012 100000000000011 256200000011 From Pensions delivered',
    '100000000000012 100000000000011 256200000011 From Pensions read',
    '100000000000012 100000000000011 256200000011 From Pensions sent',
  ])
  expect((await post(`${customer}/read`, {})).body).toEqual({ read: 1 })
})

test('a customer’s webhooks name the number of their chat', async () => {
  const { url, posts } = await receiver()
  const { post, shown } = await several(url)
  const write = async (more: object) =>
    (await post(`${customer}/messages`, { type: 'text', text: 'a', ...more })).body
  await write({})
  const { id } = await write({ number: pensions.phoneNumberId })
  await write({ reply_to: id })
  await write({ number: claims.phoneNumberId, type: 'raw', field: 'calls', message: { event: 'terminate' } })
  await post(`${customer}/changes`, { message_id: id, type: 'reaction', emoji: '👍' })
  await post(`${customer}/changes`, { message_id: id, type: 'revoke' })
  await eventually(() => posts.length, 6)
  expect(told(posts).map(({ account, number, field }) => `${account} ${number} ${field}`)).toEqual([
    `100000000000002 ${first} messages`,
    '100000000000012 100000000000011 messages',
    '100000000000012 100000000000011 messages',
    '100000000000002 100000000000021 calls',
    '100000000000012 100000000000011 messages',
    '100000000000012 100000000000011 messages',
  ])
  expect((await shown()).map(({ number }: { number: string }) => number)).toEqual([
    first,
    pensions.phoneNumberId,
    pensions.phoneNumberId,
    claims.phoneNumberId,
  ])
})

test('an answer on the business’s own phone comes from the number of the chat', async () => {
  const { url, posts } = await receiver()
  const { post } = await several(url)
  const echo = { type: 'raw', field: 'smb_message_echoes', message: { type: 'text', text: { body: 'Ours' } } }
  await post(`${customer}/messages`, { ...echo, number: claims.phoneNumberId })
  await eventually(() => posts.length, 1)
  expect(told(posts)).toMatchObject([
    { value: { message_echoes: [{ from: claims.displayPhoneNumber, to: to.phone }] } },
  ])
})

test('a tap goes to the number that offered the choice', async () => {
  const { url, posts } = await receiver()
  const { graph, post, shown } = await several(url)
  const buttons = [{ type: 'reply', reply: { id: 'a', title: 'The first' } }]
  const menu = {
    messaging_product: 'whatsapp',
    to: to.phone,
    type: 'interactive',
    interactive: { type: 'button', body: { text: 'Which one?' }, action: { buttons } },
  }
  await graph('/messages', menu, credentials.accessToken, claims.phoneNumberId)
  const [{ id }] = await shown()
  const tap = { message_id: id, choice_id: 'a' }
  expect((await post(`${customer}/taps`, { ...tap, number: first })).status).toBe(400)
  await post(`${customer}/taps`, tap)
  const taps = () => told(posts).filter(({ value }) => value.messages)
  await eventually(() => taps().length, 1)
  expect(taps()).toMatchObject([{ number: claims.phoneNumberId }])
})

test.each<[string, (url: string) => [string, object]]>([
  ['an unknown chat', () => ['messages', { type: 'text', text: 'a', number: '1' }]],
  ['an unknown chat to look at', () => ['read', { number: '1' }]],
  ['an answer in another chat', id => ['messages', { type: 'text', text: 'a', number: first, reply_to: id }]],
  ['a change in another chat', id => ['changes', { type: 'revoke', message_id: id, number: first }]],
])('%s is answered with 400', async (_, callOf) => {
  const { url } = await receiver()
  const { post } = await several(url)
  const written = { type: 'text', text: 'a', number: pensions.phoneNumberId }
  const { id } = (await post(`${customer}/messages`, written)).body
  const [call, body] = callOf(id)
  expect(await post(`${customer}/${call}`, body)).toMatchObject({
    status: 400,
    body: { code: 'input.invalid' },
  })
})

test('each chat has its own 24 hours', async () => {
  const { url, seen } = await receiver()
  const { client, second, post } = await several(url)
  await post(`${customer}/messages`, { type: 'text', text: 'a' })
  await post(`${customer}/messages`, { type: 'text', text: 'b', number: pensions.phoneNumberId })
  await post('/clock', { ahead_minutes: 25 * 60 })
  await post(`${customer}/messages`, { type: 'text', text: 'c' })
  await second.send(text('Too late'), soon)
  await eventually(seen, ['text a', 'text b', 'text c', 'status failed'])
  await client.send(text('In time'), soon)
  await eventually(seen, ['text a', 'text b', 'text c', 'status failed', 'status sent', 'status delivered'])
})

test('marking as read and typing concern one chat', async () => {
  const { url } = await receiver()
  const { post, shown, second, graph, snapshot } = await several(url)
  await post(`${customer}/messages`, { type: 'text', text: 'a' })
  const { id } = (
    await post(`${customer}/messages`, { type: 'text', text: 'b', number: pensions.phoneNumberId })
  ).body
  const receipt = { messaging_product: 'whatsapp', status: 'read', message_id: id }
  expect((await graph('/messages', receipt)).body).toMatchObject({ error: { code: 131009 } })
  const writing = { ...receipt, typing_indicator: { type: 'text' } }
  await graph('/messages', writing, pensions.accessToken, pensions.phoneNumberId)
  await eventually(
    async () => (await shown()).map(({ status }: { status: string }) => status),
    ['delivered', 'read'],
  )
  const typing = async () => Object.keys((await snapshot()).phones[0]?.typingUntil ?? {})
  expect(await typing()).toEqual([pensions.phoneNumberId])
  await second.send(text('Here'), soon)
  expect(await typing()).toEqual([])
})

test('a reaction and a quotation refer to messages in the same chat', async () => {
  const { url, posts } = await receiver()
  const { client, second, post, shown } = await several(url)
  const written = { type: 'text', text: 'a', number: pensions.phoneNumberId }
  const { id } = (await post(`${customer}/messages`, written)).body
  const thanks = reactionMessage({ to, target: id, emoji: '🙏', opaque: 'r' })
  expect(await client.send(thanks, soon)).toMatchObject({ outcome: 'refused', code: 131009 })
  expect(await second.send(thanks, soon)).toMatchObject({ outcome: 'accepted' })
  await second.send(text('b'), soon)
  const [, asked] = await shown()
  await post(`${customer}/messages`, { ...written, reply_to: asked.id })
  const quoting = () => told(posts).flatMap(({ value }) => value.messages?.[0]?.context ?? [])
  await eventually(quoting, [{ from: pensions.displayPhoneNumber, id: asked.id }])
})

test('a number exists only for its own token, and so do its files and templates', async () => {
  const { url } = await receiver()
  const { clientOf, lookUp, second, post, shown } = await several(url)
  const gone = { status: 400, body: { error: { code: 100, error_subcode: 33 } } }
  const { accessToken: own } = credentials
  expect(await clientOf(pensions.phoneNumberId, own).send(text('a'), soon)).toMatchObject({ code: 100 })
  expect(await clientOf(pensions.phoneNumberId, 'nobody').send(text('a'), soon)).toMatchObject({ code: 190 })
  expect(await clientOf('100000000000099', own).send(text('a'), soon)).toMatchObject({ code: 100 })
  expect(await shown()).toEqual([])
  expect(await lookUp(pensions.phoneNumberId)).toMatchObject(gone)
  expect(await lookUp(pensions.phoneNumberId, pensions.accessToken)).toMatchObject({
    body: { id: pensions.phoneNumberId, verified_name: 'Pensions', display_phone_number: '256200000011' },
  })
  expect(await lookUp(claims.phoneNumberId)).toMatchObject({ body: { verified_name: 'Claims' } })
  expect(await lookUp('100000000000012/message_templates')).toMatchObject(gone)
  const file = { type: 'document', data_base64: 'AAAA', filename: 'a', mime_type: 'application/pdf' }
  await post(`${customer}/messages`, { ...file, number: pensions.phoneNumberId })
  const [{ media }] = await shown()
  const found = await second.download(media.id, { maxBytes: 99, ...soon })
  expect(found).toMatchObject({ outcome: 'found' })
  const place = (await lookUp(media.id, pensions.accessToken)).body.url
  const withToken = (token: string) => fetch(place, { headers: { authorization: `Bearer ${token}` } })
  expect([(await withToken(own)).status, (await withToken(pensions.accessToken)).status]).toEqual([404, 200])
  expect(await lookUp(media.id)).toMatchObject(gone)
  expect(await lookUp(`${media.id}?phone_number_id=${first}`, pensions.accessToken)).toMatchObject(gone)
})

test('a file is sent from the number of its upload', async () => {
  const { url } = await receiver()
  const { second, graph, shown } = await several(url)
  const bytes = Buffer.from('%PDF-1.7 form')
  const file = {
    bytes: { stream: Readable.from([bytes]), size: bytes.length },
    filename: 'form.pdf',
    mimeType: 'application/pdf',
  }
  const uploaded = await second.uploadMedia(file, soon)
  const id = uploaded.outcome === 'uploaded' ? uploaded.mediaId : ''
  const body = { messaging_product: 'whatsapp', to: to.phone, type: 'document', document: { id } }
  expect(await graph('/messages', body)).toMatchObject({ status: 400, body: { error: { code: 131009 } } })
  await graph('/messages', body, pensions.accessToken, pensions.phoneNumberId)
  expect(await shown()).toMatchObject([{ number: pensions.phoneNumberId, media: { filename: 'form.pdf' } }])
})

test('each account has its own templates', async () => {
  const { url, posts } = await receiver()
  const { lookUp, post, get } = await several(url)
  const idsOf = async (account: string, token: string) => {
    const { body } = await lookUp(`${account}/message_templates?limit=100`, token)
    return body.data.map(({ id }: { id: string }) => id)
  }
  const own = await idsOf('100000000000002', credentials.accessToken)
  const theirs = await idsOf('100000000000012', pensions.accessToken)
  expect(new Set([...own, ...theirs]).size).toBe(own.length * 2)
  const change = { business_account_id: '100000000000012', status: 'PAUSED' }
  await post('/templates/payment_received', change)
  await eventually(() => told(posts).map(({ account }) => account), ['100000000000012'])
  const statusIn = async (query: string) => {
    const { body } = await get(`/templates${query}`)
    return body.find(({ name }: { name: string }) => name === 'payment_received').status
  }
  expect([await statusIn(''), await statusIn('?business_account_id=100000000000012')]).toEqual([
    'APPROVED',
    'PAUSED',
  ])
  expect((await post('/templates/payment_received', { ...change, business_account_id: '1' })).status).toBe(
    400,
  )
})

test('quality is of one number, a restriction of the whole account', async () => {
  const { url, posts } = await receiver()
  const { post, get } = await several(url)
  await post('/number', { phone_number_id: pensions.phoneNumberId, quality: 'RED' })
  await post('/number', { phone_number_id: claims.phoneNumberId, sending: 'BLOCKED' })
  expect((await get('/numbers')).body).toMatchObject([
    { phone_number_id: first, quality: 'GREEN', sending: 'BLOCKED' },
    { phone_number_id: pensions.phoneNumberId, quality: 'RED', sending: 'AVAILABLE' },
    { phone_number_id: claims.phoneNumberId, quality: 'GREEN', sending: 'BLOCKED' },
  ])
  expect((await get(`/number?phone_number_id=${pensions.phoneNumberId}`)).body.quality).toBe('RED')
  expect((await get('/number')).body).toMatchObject({ phone_number_id: first, quality: 'GREEN' })
  await eventually(() => posts.length, 2)
  expect(told(posts)).toMatchObject([
    { account: '100000000000012', value: { display_phone_number: '256200000011', event: 'FLAGGED' } },
    { account: '100000000000002', field: 'account_update', value: { event: 'ACCOUNT_RESTRICTION' } },
  ])
  expect((await post('/number', { phone_number_id: '1', quality: 'RED' })).status).toBe(400)
})
