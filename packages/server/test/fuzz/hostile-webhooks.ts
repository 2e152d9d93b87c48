import type { Draw } from '@parley/demo/random'
import { signature } from '@parley/whatsapp/signature'
import { channel } from '../server.ts'
import { envelope, statusWebhook, text, textWebhook } from '../models/webhooks.ts'
import { withHostile } from './spoilt.ts'
import { brokenJson, hostileValue, nest } from './values.ts'

const media = (type: string) => ({
  type,
  [type]: { id: '1', mime_type: 'image/png', sha256: 'x', caption: 'Look' },
})

const kinds: readonly Readonly<Record<string, unknown>>[] = [
  ...['image', 'document', 'audio', 'video', 'sticker', 'voice'].map(media),
  { type: 'location', location: { latitude: 0.3, longitude: 32.5, name: 'Kampala', address: 'Plot 1' } },
  { type: 'contacts', contacts: [{ name: { formatted_name: 'Ada' }, phones: [{ phone: '+256700000001' }] }] },
  { type: 'reaction', reaction: { message_id: 'wamid.1', emoji: '👍' } },
  { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Yes' } } },
  { type: 'button', button: { payload: 'x', text: 'Yes' } },
  { type: 'order', order: { catalog_id: '1', product_items: [{ product_retailer_id: '1', quantity: 2 }] } },
  { type: 'system', system: { type: 'user_changed_number', new_wa_id: '256700000002', body: 'Changed' } },
  { type: 'unsupported', errors: [{ code: 131051, title: 'Unsupported' }] },
  { type: 'text', text: { body: 'In answer' }, context: { id: 'wamid.1', from: '256700000001' } },
  { type: 'text', text: { body: 'x'.repeat(5_000) } },
]

const times = ['0', '-1', '1772441900', '253402300800', '99999999999999', '1.5', 'x', '', '1772441900000']

/** Uses few customers and few ids, so that the same ones return in another form. */
function wellFormed(draw: Draw): unknown {
  const from = `25670000${String(draw.between(0, 400)).padStart(4, '0')}`
  const id = `wamid.fuzz-${draw.between(0, 3_000)}`
  const way = draw.between(0, 5)
  if (way === 0) return textWebhook(from, id, 'Hello', draw.pick(['Nakato', null, '']))
  if (way === 1) {
    const status = draw.pick(['sent', 'delivered', 'read', 'failed', 'deleted', 'played'])
    return statusWebhook(draw.pick([id, 'wamid.1']), status, {
      timestamp: draw.pick(times),
      errors: [{ code: draw.pick([131026, 131047, -1]), title: 'x' }],
    })
  }
  const messages = Array.from({ length: draw.pick([1, 1, 2, 20]) }, (_, n) => ({
    ...text(from, draw.chance(0.9) ? `${id}-${n}` : id, 'Hello'),
    timestamp: draw.chance(0.7) ? '1772441900' : draw.pick(times),
    ...draw.pick(kinds),
  }))
  const contacts = [
    { wa_id: from, user_id: draw.pick([undefined, 'UG.1', 'UG.2']), profile: { name: 'Ada' } },
  ]
  return way === 2
    ? envelope({ contacts, messages }, draw.pick([channel.phoneNumberId, '2', '']))
    : envelope({ contacts, messages })
}

/** One webhook with its headers: valid, valid with a fault in it, any JSON, or not JSON; mostly signed. */
export function hostileWebhook(draw: Draw): {
  readonly payload: Buffer
  readonly headers: Readonly<Record<string, string>>
} {
  const payload = payloadOf(draw)
  const right = signature(channel.appSecret, payload)
  const signed = draw.chance(0.9)
    ? right
    : draw.pick([
        null,
        '',
        'sha256=',
        `sha256=${'0'.repeat(64)}`,
        `${right}0`,
        right.toUpperCase(),
        'sha1=x',
        'x'.repeat(5_000),
      ])
  return {
    payload,
    headers: {
      'content-type': draw.chance(0.95)
        ? 'application/json'
        : draw.pick(['text/plain', 'x', 'multipart/form-data']),
      ...(signed !== null && { 'x-hub-signature-256': signed }),
    },
  }
}

function payloadOf(draw: Draw): Buffer {
  const way = draw.between(0, 19)
  if (way < 4) return Buffer.from(JSON.stringify(wellFormed(draw)))
  if (way < 14) {
    let value = wellFormed(draw)
    for (let left = draw.between(1, 4); left > 0; left -= 1) value = withHostile(value, draw)
    return Buffer.from(JSON.stringify(value))
  }
  if (way === 14) return Buffer.from(JSON.stringify(hostileValue(draw)))
  if (way === 15) return Buffer.from(draw.pick(brokenJson))
  if (way === 16)
    return Buffer.from(
      JSON.stringify(envelope({ messages: [nest(draw.between(10, 3_000), draw.chance(0.5))] })),
    )
  const bytes = Buffer.from(JSON.stringify(wellFormed(draw)))
  const spot = draw.between(0, bytes.length - 1)
  if (way === 17) return bytes.subarray(0, spot)
  // Escapes and numbers that only exist in the text form, and bytes that are not UTF-8.
  const junk = draw.pick([
    '\\u0000',
    '\\ud83d',
    '1e999',
    '9'.repeat(400),
    '\ufeff',
    '"',
    ',"__proto__":{"a":1}',
  ])
  const mid =
    way === 18
      ? Buffer.from(junk)
      : Buffer.from([0xc3, 0x28, 0xff, 0xed, 0xa0, 0x80].slice(0, draw.between(1, 6)))
  return Buffer.concat([bytes.subarray(0, spot), mid, bytes.subarray(spot)])
}
