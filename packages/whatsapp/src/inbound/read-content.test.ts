import { describe, expect, test } from 'vitest'
import { messageOf, textFrom } from './webhook.fixture.ts'

/** The parsed message of this type; `more` has fields beside the type's own part. */
const read = (type: string, node: unknown, more: object = {}) =>
  messageOf(
    Object.fromEntries([
      ...Object.entries({ ...textFrom('256700000001', 'a'), text: undefined, type, ...more }),
      [type, node],
    ]),
  )

/* Lists, notices and searches show a message's text, and its card shows the details. Every message has a text. */
describe('[DATA-07] of a message the agent reads what it says', () => {
  test.each<[string, unknown, string, object | null]>([
    [
      'location',
      { latitude: 0.3136, longitude: 32.5811, name: 'Office', address: 'Kampala Road' },
      'Location: Office\nKampala Road\n0.3136, 32.5811',
      { location: { latitude: 0.3136, longitude: 32.5811, coordinates: null, name: 'Office', url: null } },
    ],
    [
      'location',
      { latitude: '0.3', longitude: '32.5', url: 'https://example.com/v/1' },
      'Location: 0.3, 32.5',
      { location: { latitude: 0.3, longitude: 32.5, url: 'https://example.com/v/1' } },
    ],
    [
      'location',
      { latitude: 'NORTH', longitude: '32.5', name: 'Office' },
      'Location: Office\nNORTH, 32.5',
      { location: { latitude: null, longitude: null, coordinates: 'NORTH, 32.5' } },
    ],
    [
      'location',
      { latitude: 91, longitude: 0 },
      'Location: 91, 0',
      { location: { latitude: null, longitude: null, coordinates: '91, 0' } },
    ],
    [
      'location',
      { url: 'https://example.com' },
      'Location: https://example.com',
      { location: { coordinates: null } },
    ],
    [
      'button',
      { text: 'Yes', payload: 'p' },
      'Yes',
      { choice: { kind: 'button', title: 'Yes', description: null, id: 'p' } },
    ],
    ['button', { payload: 'p' }, 'p', { choice: { title: 'p', id: 'p' } }],
    [
      'interactive',
      { type: 'button_reply', button_reply: { id: 'b', title: 'Claim status' } },
      'Claim status',
      { choice: { kind: 'button', title: 'Claim status', id: 'b' } },
    ],
    [
      'interactive',
      { type: 'list_reply', list_reply: { id: 'r', title: 'Pension', description: 'From 2,000 a day' } },
      'Pension',
      { choice: { kind: 'list', title: 'Pension', description: 'From 2,000 a day', id: 'r' } },
    ],
    [
      'interactive',
      { list_reply: { title: 'Typeless' } },
      'Typeless',
      { choice: { kind: 'list', id: null } },
    ],
    [
      'interactive',
      {
        type: 'call_permission_reply',
        call_permission_reply: { response: 'accept', expiration_timestamp: '1700000000' },
      },
      'Allowed calls from us',
      { choice: { kind: 'permission', description: 'Until 2023-11-14 22:13 UTC', id: 'accept' } },
    ],
    [
      'interactive',
      { type: 'call_permission_reply', call_permission_reply: { response: 'reject', is_permanent: true } },
      'Declined calls from us',
      { choice: { description: 'For good' } },
    ],
    [
      'interactive',
      { type: 'call_permission_reply', call_permission_reply: { response: 'toString' } },
      'Calls from us: toString',
      { choice: { description: null } },
    ],
    [
      'order',
      {
        catalog_id: 'c',
        text: 'Please',
        product_items: [{ product_retailer_id: 'A1', quantity: '2', item_price: 5, currency: 'UGX' }],
      },
      'Order: Please\n2 × A1 at 5 UGX',
      {
        order: {
          catalogue: 'c',
          text: 'Please',
          items: [{ product: 'A1', quantity: 2, price: 5, currency: 'UGX' }],
        },
      },
    ],
    [
      'order',
      {
        product_items: [
          { product_retailer_id: 7, item_price: 'a third' },
          { quantity: 3 },
          null,
          { product_retailer_id: 'B2', quantity: 1 },
        ],
      },
      'Order: ? × 7 at a third\n1 × B2',
      {
        order: {
          items: [
            { product: '7', quantity: null, price: 'a third', currency: null },
            { product: 'B2', quantity: 1, price: null, currency: null },
          ],
        },
      },
    ],
    [
      'system',
      { body: 'A changed from 1 to 2', type: 'user_changed_number', wa_id: '256700000009' },
      'The customer changed their WhatsApp number from +256700000001 to +256700000009',
      {
        notice: {
          kind: 'number-changed',
          from: '256700000001',
          to: '256700000009',
          said: 'A changed from 1 to 2',
        },
      },
    ],
    [
      'system',
      { type: 'user_changed_number', new_wa_id: '256700000009' },
      'The customer changed their WhatsApp number from +256700000001 to +256700000009',
      { notice: { to: '256700000009', said: null } },
    ],
    ['system', { type: 'user_changed_number', body: 'Moved' }, 'Moved', { notice: { to: null } }],
    [
      'system',
      { type: 'user_changed_user_id', user_id: 'UG.2' },
      'WhatsApp gave the customer a new user id',
      { notice: { kind: 'id-changed' } },
    ],
    [
      'system',
      { type: 'customer_identity_changed', body: 'x' },
      'The customer’s security code changed: they may have a new phone, or somebody else may be writing',
      { notice: { kind: 'identity-changed', from: null } },
    ],
    [
      'system',
      { type: 'something_else', body: 'As WhatsApp says' },
      'As WhatsApp says',
      { notice: { kind: 'other' } },
    ],
    [
      'system',
      null,
      'WhatsApp sent a notice about the customer that says nothing',
      { notice: { said: null } },
    ],
    ['text', { body: '' }, 'Sent an empty message', { missing: { what: 'text' } }],
    ['text', null, 'Sent an empty message', { missing: { what: 'text' } }],
    ['image', { caption: 'My card' }, 'My card', { missing: { what: 'image', filename: null } }],
    ['image', null, 'Sent a photo that did not come', { missing: { what: 'image' } }],
    ['voice', 'x', 'Sent a voice message that did not come', { missing: { what: 'audio' } }],
    [
      'document',
      { filename: 'id.pdf' },
      'Sent a document (id.pdf) that did not come',
      { missing: { what: 'document', filename: 'id.pdf' } },
    ],
    ['text', { body: 'Hello' }, 'Hello', null],
  ])('%s %j', (type, node, text, details) => {
    const message = read(type, node)
    expect(message).toMatchObject({ type, text, media: null })
    if (details === null) expect(message.details).toBeNull()
    else expect(message.details).toMatchObject(details)
  })
})

describe('[DATA-07] a card of an address book is kept whole', () => {
  const whole = {
    name: { formatted_name: 'Okello Brian', prefix: 'Dr', first_name: 'Brian', last_name: 'Okello' },
    phones: [
      { phone: '+256 700 000 002', wa_id: '256700000002', type: 'CELL' },
      { wa_id: 256700000003 },
      {},
      null,
    ],
    emails: [{ email: 'brian@example.com', type: 'WORK' }, {}],
    org: { company: 'Nile Dairies', department: 'Accounts', title: 'Clerk' },
    addresses: [{ street: '1 Kampala Road', city: 'Kampala', country_code: 'UG', type: 'HOME' }],
    urls: [{ url: 'https://example.com' }],
    birthday: '1990-01-31',
  }

  test('with all of its parts, each in the words that are searched', () => {
    const { text, details } = read('contacts', [whole])
    expect(details?.contacts).toEqual([
      {
        name: 'Okello Brian',
        full_name: 'Dr Brian Okello',
        phones: [
          { number: '+256 700 000 002', label: 'CELL', wa_id: '256700000002' },
          { number: '256700000003', label: null, wa_id: '256700000003' },
        ],
        emails: [{ text: 'brian@example.com', label: 'WORK' }],
        addresses: [{ text: '1 Kampala Road, Kampala, UG', label: 'HOME' }],
        urls: [{ text: 'https://example.com', label: null }],
        organisation: 'Clerk, Accounts, Nile Dairies',
        birthday: '1990-01-31',
      },
    ])
    expect(text).toBe(
      'Contact: Okello Brian, +256 700 000 002, 256700000003, brian@example.com, Clerk, Accounts, Nile Dairies, ' +
        '1 Kampala Road, Kampala, UG, https://example.com, 1990-01-31',
    )
  })

  test('several are a line each; what names nobody is none', () => {
    const { text, details } = read('contacts', [
      { name: { first_name: 'Grace' } },
      {},
      null,
      { phones: [{ phone: '+1' }] },
    ])
    expect(text).toBe('Contact: Grace\nContact: +1')
    expect(details?.contacts?.map(({ name, full_name }) => [name, full_name])).toEqual([
      ['Grace', null],
      [null, null],
    ])
  })
})

describe('[DATA-07] a form keeps every answer with its type', () => {
  const form = (response_json: unknown, more: object = {}) =>
    read('interactive', {
      type: 'nfm_reply',
      nfm_reply: { name: 'flow', body: 'Sent', response_json, ...more },
    })

  test('sixty of them, lists and groups too, and what we called it', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, no) => [`field_${no}`, no]))
    const answers = {
      ...many,
      agreed: true,
      none: null,
      cover: ['life', 'pension'],
      next_of_kin: { name: 'Ada', share: 0.5, phones: [{ number: '1' }] },
    }
    const { text, details } = form(JSON.stringify({ ...answers, flow_token: 'ipp-7' }))
    expect(details?.form).toEqual({ name: 'flow', body: 'Sent', answers, raw: null, reference: 'ipp-7' })
    expect(text).toContain('Sent\nfield_0: 0\nfield_1: 1')
    expect(text).toContain(
      'agreed: true\nnone: none\ncover: life, pension\nnext_of_kin: name Ada, share 0.5, phones number 1',
    )
  })

  const deep = `${'['.repeat(50)}${']'.repeat(50)}`
  test.each<[unknown, string | null, string]>([
    ['null', 'null', 'Sent\nnull'],
    ['[1,2]', '[1,2]', 'Sent\n[1,2]'],
    ['not json', 'not json', 'Sent\nnot json'],
    ['{"broken":', '{"broken":', 'Sent\n{"broken":'],
    [undefined, null, 'Sent'],
    [null, null, 'Sent'],
    [[1], '[1]', 'Sent\n[1]'],
    [`{"deep":${deep}}`, `{"deep":${deep}}`, `Sent\n{"deep":${deep}}`],
  ])('%j is no set of answers: what came is kept as it came', (given, raw, text) => {
    const read = form(given)
    expect(read.details?.form).toMatchObject({ answers: null, raw })
    expect(read.text).toBe(text)
  })

  test('answers that come as an object are taken as they are, and a name may be any', () => {
    const answers = JSON.parse('{"__proto__":"x","toString":1}') as object
    expect(Object.entries(form(answers).details?.form?.answers ?? {})).toEqual([
      ['__proto__', 'x'],
      ['toString', 1],
    ])
  })

  test('what was picked in it are files of the message, ten at most, and their names are the answers', () => {
    const photo = (id: number) => ({ id, file_name: `id-${id}.jpg`, mime_type: 'image/jpeg', sha256: 'x' })
    const answers = {
      photos: [photo(1), photo(2)],
      more: { deed: { id: '3', mime_type: 'application/pdf' } },
      person: { id: 4, name: 'Not a file' },
    }
    const message = form(JSON.stringify(answers))
    expect(message.formFiles).toMatchObject([
      { id: '1', kind: 'image', filename: 'id-1.jpg', mimeType: 'image/jpeg' },
      { id: '2', kind: 'image', filename: 'id-2.jpg' },
      { id: '3', kind: 'document', filename: null },
    ])
    expect(message.text).toBe(
      'Sent\nphotos: id-1.jpg, id-2.jpg\nmore: deed a file\nperson: id 4, name Not a file',
    )
    const many = { photos: Array.from({ length: 12 }, (_, no) => photo(no)) }
    expect(form(JSON.stringify(many)).formFiles.length).toBe(10)
    expect(read('text', { body: 'Hello' }).formFiles).toEqual([])
  })

  test('nothing at all is a form all the same', () => {
    expect(form(undefined, { body: '' }).text).toBe('Sent a form without answers')
  })

  test('a long one is cut in the sentence, never through a character, and whole in its answers', () => {
    const answer = `x${'😀'.repeat(3_000)}`
    const { text, details } = form(JSON.stringify({ story: answer }))
    expect(details?.form?.answers).toEqual({ story: answer })
    expect([text?.length, text?.endsWith('😀…')]).toEqual([4096, true])
  })
})

describe('[DATA-07] what WhatsApp does not hand over says what it was, and why', () => {
  const error = { code: 131051, title: 'Message type unknown', error_data: { details: 'Not supported.' } }
  test.each<[string, unknown, object, string, object]>([
    [
      'unsupported',
      { type: 'poll_creation' },
      { errors: [error] },
      'Sent a poll, which WhatsApp does not pass on',
      { kind: 'poll_creation', code: 131051, title: 'Message type unknown', details: 'Not supported.' },
    ],
    [
      'unsupported',
      undefined,
      { errors: [{ code: 131051, message: 'Unknown', details: 'Older words' }] },
      'Sent something that WhatsApp does not pass on',
      { kind: null, title: 'Unknown', details: 'Older words' },
    ],
    [
      'unsupported',
      { type: 'hologram' },
      {},
      'Sent something that WhatsApp does not pass on (hologram)',
      { kind: 'hologram', code: null, title: null, details: null },
    ],
    [
      'unsupported',
      { type: 'unknown' },
      {},
      'Sent something that WhatsApp does not pass on',
      { kind: 'unknown' },
    ],
    [
      'unsupported',
      null,
      { errors: [{ code: 131060 }] },
      'Sent a message that WhatsApp has not handed over yet',
      { code: 131060 },
    ],
    [
      'unknown',
      undefined,
      { errors: [error] },
      'Sent something that WhatsApp does not pass on',
      { code: 131051 },
    ],
    [
      'ephemeral',
      undefined,
      { errors: [error] },
      'Sent a disappearing message, which WhatsApp does not pass on',
      { kind: 'ephemeral' },
    ],
    [
      'media_placeholder',
      undefined,
      {},
      'Sent a file that had not arrived, which WhatsApp does not pass on',
      {},
    ],
    ['unknown', undefined, {}, 'Sent something that WhatsApp does not pass on', { code: null }],
    ['image', {}, { errors: [{ code: 131052 }] }, 'Sent a photo that did not come', { code: 131052 }],
  ])('%s %j %j', (type, node, more, text, unsupported) => {
    const message = read(type, node, more)
    expect(message.text).toBe(text)
    expect(message.details?.unsupported).toMatchObject(unsupported)
    expect(message.details?.unknown).toBeUndefined()
  })
})

describe('[DATA-07] a kind that nobody knows is kept to be looked at', () => {
  test.each<[string, unknown, string, string]>([
    ['hologram', { anything: 1 }, 'hologram', '"anything": 1'],
    ['toString', { anything: 1 }, 'toString', '"anything": 1'],
    ['__proto__', { anything: 1 }, '__proto__', '"anything": 1'],
    [
      'interactive',
      { type: 'something_new', something_new: {} },
      'interactive something_new',
      'something_new',
    ],
    ['interactive', { type: 'list_reply', list_reply: {} }, 'interactive list_reply', 'list_reply'],
    ['interactive', null, 'interactive', '"interactive": null'],
    ['location', { longitude: null }, 'location', '"longitude": null'],
    ['contacts', [null, { phones: [null] }], 'contacts', 'phones'],
    ['order', { product_items: [null] }, 'order', 'product_items'],
    ['order', 'x', 'order', '"order": "x"'],
    ['button', {}, 'button', '"button": {}'],
    ['pin', { message_id: 'x' }, 'pin', 'message_id'],
    ['unknown', { hidden: 1 }, 'unknown', '"hidden": 1'],
  ])('%s %j', (type, node, named, raw) => {
    const { text, details } = read(type, node)
    expect(text).toBe(`Sent a message of a kind that Parley does not know (${named})`)
    expect(details?.unknown).toMatchObject({ type: named, cut: false })
    expect(details?.unknown?.raw).toContain(raw)
    expect(details?.unknown?.raw).not.toMatch(/256700000001|wamid/)
  })

  test.each<[string, unknown, string]>([
    ['poll', { name: 'Which day?', options: ['Mon'] }, 'Which day?'],
    ['product_card', { title: 'Pension', body: { text: 'From 2,000' } }, 'Pension\nFrom 2,000'],
  ])('the words of a %s come first', (type, node, words) => {
    const what = `Sent a message of a kind that Parley does not know (${type})`
    expect(read(type, node).text).toBe(`${words}\n${what}`)
  })

  test.each<[string, string, string]>([
    ['video_note', 'video/mp4', 'video'],
    ['ptt', 'audio/ogg; codecs=opus', 'audio'],
    ['model', 'model/stl', 'document'],
  ])('a %s that names a file of the type %s has it as %s', (type, mime_type, kind) => {
    const { media, text, details } = read(type, { id: 'm', mime_type, caption: 'See' })
    expect({ kind: media?.kind, text, details }).toEqual({ kind, text: 'See', details: null })
  })

  test('a reply of tomorrow reads by its title, or as its answers', () => {
    const reply = { id: 'd', title: 'Monday', description: 'at nine' }
    expect(read('interactive', { type: 'day_reply', day_reply: reply })).toMatchObject({
      text: 'Monday',
      details: { choice: { title: 'Monday', description: 'at nine', id: 'd' } },
    })
    const paid = { payment_method: 'pix', last_four: '1234' }
    expect(read('interactive', { type: 'payment_method', payment_method: paid })).toMatchObject({
      text: 'payment_method: pix\nlast_four: 1234',
      details: { form: { name: 'payment_method', answers: paid, raw: null } },
    })
  })

  test('what was sent to choose from says its words', () => {
    const offer = { type: 'button', header: { type: 'text', text: 'Cover' }, body: { text: 'Which?' } }
    expect(read('interactive', offer).text).toBe('Cover\nWhich?')
  })

  test('no more of it than somebody would read, and of what is nested without end nothing', () => {
    const big = read('hologram', { words: '😀'.repeat(9_000) }).details?.unknown
    expect([big?.cut, big?.raw.endsWith('😀')]).toEqual([true, true])
    expect(big?.raw.length).toBeLessThanOrEqual(8_000)
    let nested: unknown = 0
    for (let depth = 0; depth < 60; depth += 1) nested = [nested]
    expect(read('hologram', nested).details?.unknown?.raw).toBe('{}')
  })
})

describe('[DATA-07] what led to a message stands beside any kind', () => {
  const referral = {
    source_url: 'https://example.com/ad/1',
    source_id: 77,
    source_type: 'ad',
    headline: 'Retire well',
    body: 'From 2,000 a day',
    media_type: 'video',
    video_url: 'https://example.com/v.mp4',
    thumbnail_url: 'https://example.com/t.jpg',
    ctwa_clid: 'click',
    welcome_message: { text: 'How can we help?' },
  }
  const product = { catalog_id: 'c', product_retailer_id: 'SKU-1' }

  test('an advertisement, a product, or both', () => {
    const message = read('button', { text: 'No' }, { referral, context: { referred_product: product } })
    expect(message.details).toEqual({
      choice: { kind: 'button', title: 'No', description: null, id: null },
      product: { product: 'SKU-1', catalogue: 'c' },
      referral: {
        source: 'ad',
        source_id: '77',
        headline: 'Retire well',
        body: 'From 2,000 a day',
        url: 'https://example.com/ad/1',
        media_kind: 'video',
        media_url: 'https://example.com/v.mp4',
        click_id: 'click',
        welcome: 'How can we help?',
      },
    })
  })

  test.each<[object, object]>([
    [
      { image: { id: '1', url: 'https://example.com/i.jpg' }, thumbnail_url: 'https://example.com/t.jpg' },
      { media_kind: 'image', media_url: 'https://example.com/i.jpg' },
    ],
    [
      { video: { id: '1' }, thumbnail_url: 'https://example.com/t.jpg' },
      { media_kind: 'video', media_url: 'https://example.com/t.jpg' },
    ],
    [{ image: { id: '1' } }, { media_kind: 'image', media_url: null }],
  ])('the medium of an advertisement as older webhooks have it: %j', (more, medium) => {
    expect(read('text', { body: 'Hello' }, { referral: more }).details?.referral).toMatchObject(medium)
  })

  test('beside a file, too', () => {
    const message = read('image', { id: '9', mime_type: 'image/png' }, { referral: {} })
    expect(message.media?.id).toBe('9')
    expect(message.details?.referral).toMatchObject({ headline: null, url: null })
  })
})

test('a file whose id came as a number has it', () => {
  expect(read('image', { id: 9, mime_type: 'image/png' }).media?.id).toBe('9')
})
