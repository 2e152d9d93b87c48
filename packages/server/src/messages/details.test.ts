import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { envelope } from '../../test/models/webhooks.ts'
import { write } from '../db/write.ts'
import { forgetMessages } from './descriptor.ts'

let phones = 0

/* What customers send besides text and files, from the webhook to what a console is answered. */
describe('[DATA-07 Q-180] the details of a message', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  const newPhone = () => `25672${String((phones += 1)).padStart(7, '0')}`
  const sends = async (phone: string, ...messages: readonly object[]) => {
    const contacts = [{ wa_id: phone, profile: { name: 'Nakato' } }]
    const dated = messages.map((message, n) => ({
      from: phone,
      id: `wamid.${phone}.${n}`,
      timestamp: String(1_772_441_900 + n),
      ...message,
    }))
    expect(await at.webhook(envelope({ contacts, messages: dated }))).toBe(200)
  }
  const rowOf = async (phone: string) =>
    (await at.ann.get('conversations', { query: { search: `+${phone}` } })).reply[0]
  const thread = async (phone: string) =>
    (await at.ann.get('history', { params: { id: (await rowOf(phone))?.id ?? '' } })).reply.messages

  const kinds = [
    { type: 'text', text: { body: 'Plain' } },
    { type: 'location', location: { latitude: 0.3136, longitude: 32.5811, name: 'Office' } },
    { type: 'contacts', contacts: [{ name: { formatted_name: 'Brian' }, phones: [{ phone: '+256 700' }] }] },
    { type: 'button', button: { text: 'Yes', payload: 'p' } },
    {
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: {
          name: 'flow',
          body: 'Sent',
          response_json: '{"kin":{"name":"Ada"},"ages":[1,2],"ok":true}',
        },
      },
    },
    {
      type: 'order',
      order: { product_items: [{ product_retailer_id: 'A1', quantity: 1, item_price: 5, currency: 'UGX' }] },
    },
    { type: 'text', text: { body: 'From an ad' }, referral: { headline: 'Retire well' } },
    { type: 'unsupported', unsupported: { type: 'gif' }, errors: [{ code: 131051, title: 'Unknown' }] },
    { type: 'image', image: { mime_type: 'image/png' } },
    { type: 'hologram', hologram: { deep: [1] } },
    { type: 'system', system: { type: 'customer_identity_changed', body: 'x' } },
  ]

  test('stores each type with its parts and a sentence; a repeat changes nothing', async () => {
    const phone = newPhone()
    await sends(phone, ...kinds)
    const messages = await thread(phone)
    expect(messages.map(({ content }) => content)).toEqual([
      'Plain',
      'Location: Office\n0.3136, 32.5811',
      'Contact: Brian, +256 700',
      'Yes',
      'Sent\nkin: name Ada\nages: 1, 2\nok: true',
      'Order: 1 × A1 at 5 UGX',
      'From an ad',
      'Sent a GIF, which WhatsApp does not pass on',
      'Sent a photo that did not come',
      'Sent a message of a kind that Parley does not know (hologram)',
      'The customer’s security code changed: they may have a new phone, or somebody else may be writing',
    ])
    expect(messages.map(({ details }) => (details === null ? null : Object.keys(details)))).toEqual([
      null,
      ['location'],
      ['contacts'],
      ['choice'],
      ['form'],
      ['order'],
      ['referral'],
      ['unsupported'],
      ['missing'],
      ['unknown'],
      ['notice'],
    ])
    const answers = messages[4]?.details?.form?.answers
    expect(answers).toEqual({ kin: { name: 'Ada' }, ages: [1, 2], ok: true })
    expect(Object.keys(answers ?? {})).toEqual(['kin', 'ages', 'ok'])
    expect(messages.at(-1)).toMatchObject({ source: 'SYSTEM', inbound_no: null })
    await sends(phone, ...kinds)
    expect(await thread(phone)).toEqual(messages)
  })

  test('files from a form belong to its message and are fetched, also after a repeat', async () => {
    const phone = newPhone()
    const photo = (id: string) => ({ id, file_name: `${id}.jpg`, mime_type: 'image/jpeg', sha256: 'x' })
    const response_json = JSON.stringify({ front: [photo('front')], back: photo('back') })
    const form = { type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply: { response_json } } }
    await sends(phone, form)
    await sends(phone, form)
    const [message, ...others] = await thread(phone)
    expect(others).toEqual([])
    expect(message?.attachments.map(({ name }) => name)).toEqual(['front.jpg', 'back.jpg'])
    const wanted = await at.database.db
      .selectFrom('attachments')
      .select('wa_media_id')
      .where('id', 'in', message?.attachments.map(({ id }) => Number(id)) ?? [])
      .orderBy('id')
      .execute()
    expect(wanted).toEqual([{ wa_media_id: 'front' }, { wa_media_id: 'back' }])
  })

  test('list, search and notice have the thread’s text', async () => {
    const phone = newPhone()
    const card = { formatted_name: 'Okello Brian' }
    await sends(phone, {
      type: 'contacts',
      contacts: [{ name: card, emails: [{ email: `${phone}@example.com` }] }],
    })
    const said = `Contact: Okello Brian, ${phone}@example.com`
    expect((await rowOf(phone))?.last_message?.content).toBe(said)
    const found = await at.ann.get('conversations', { query: { search: `${phone}@example` } })
    expect(found.reply.map(({ last_message }) => last_message?.content)).toEqual([said])
    const notices = await at.database.db
      .selectFrom('notifications')
      .select('message')
      .where('conversation_id', '=', Number((await rowOf(phone))?.id))
      .execute()
    expect(notices).toEqual(notices.map(() => ({ message: said })))
  })

  test('characters that PostgreSQL refuses are replaced, in names too, and a written escape stays', async () => {
    const phone = newPhone()
    const answers = {
      'a\u0000b': 'c\u0000d',
      'half \ud83d': 'other half \ude00',
      written: String.raw`\u0000 \ud83d`,
    }
    const response_json = JSON.stringify(answers)
    await sends(phone, {
      type: 'interactive',
      interactive: { type: 'nfm_reply', nfm_reply: { response_json } },
    })
    const [message] = await thread(phone)
    expect(message?.details?.form?.answers).toEqual({
      'a\uFFFDb': 'c\uFFFDd',
      'half \uFFFD': 'other half \uFFFD',
      written: String.raw`\u0000 \ud83d`,
    })
  })

  test('content that WhatsApp withheld at first is complete once it arrives', async () => {
    const phone = newPhone()
    const id = `wamid.${unique()}`
    await sends(phone, { id, type: 'unsupported', errors: [{ code: 131060 }] })
    expect((await thread(phone))[0]?.details?.unsupported?.code).toBe(131060)
    await sends(phone, { id, ...kinds[1] })
    const messages = await thread(phone)
    expect(messages.map(({ content, details }) => [content, Object.keys(details ?? {})])).toEqual([
      ['Location: Office\n0.3136, 32.5811', ['location']],
    ])
  })

  test('[Q-172] retention removes them with the text', async () => {
    const phone = newPhone()
    await sends(phone, { type: 'location', location: { latitude: 1, longitude: 2 } })
    await sql`update messages set content = '' where wamid = ${`wamid.${phone}.0`}`.execute(at.database.db)
    const before = new Date(at.clock.now().getTime() + 1_000)
    const batch = { before, most: 10_000 }
    await write(at.server.writer, context => forgetMessages(context, batch))
    expect((await thread(phone)).map(({ details }) => details)).toEqual([null])
  })
})
