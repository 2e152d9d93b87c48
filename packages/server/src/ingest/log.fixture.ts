import { channel } from '../../test/server.ts'
import { envelope, text } from '../../test/models/webhooks.ts'

/** A webhook and the number of its items. */
interface Made {
  readonly body: object
  readonly items: number
}

/** Webhooks in steps. The webhooks of a step arrive at the same time. */
export interface MadeWebhooks {
  readonly webhooks: readonly (readonly Made[])[]
  /** The number of distinct messages; repeats do not count. */
  readonly wamids: number
  /** The text of a message in the middle step. */
  readonly crashesOn: string
}

/** A pseudo-random generator of integers from 0 up to a bound, exclusive. A seed always gives the same sequence. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

interface Change {
  readonly field: string
  readonly value: Readonly<Record<string, unknown>>
}

/** One change of each shape that WhatsApp sends, with ids of its own. */
function changesOf(seed: number, n: number): readonly Change[] {
  const phone = `2567${seed}${String(n % 7).padStart(7, '0')}`
  const name = (what: string) => `wamid.${what}-${seed}-${n}`
  const inOurs = (value: object): Change => {
    const [entry] = envelope(value as Record<string, unknown>).entry
    return entry?.changes[0] as Change
  }
  const stamp = { timestamp: String(1_772_441_900 + n) }
  const metadata = { phone_number_id: channel.phoneNumberId }
  return [
    inOurs({
      contacts: [{ wa_id: phone, profile: { name: 'Ada' } }],
      messages: [text(phone, name('text'), `Words ${seed} ${n}`)],
    }),
    inOurs({
      messages: [
        {
          from: phone,
          id: name('place'),
          ...stamp,
          type: 'location',
          location: { latitude: 0.3, longitude: 32.5 },
        },
      ],
    }),
    inOurs({
      messages: [
        { from: phone, id: name('none'), ...stamp, type: 'unsupported', errors: [{ code: 131051 }] },
      ],
    }),
    inOurs({ messages: [{ id: name('ill'), timestamp: 'x', type: 'text' }] }),
    inOurs({ messages: [{ ...text(phone, name('group'), 'All of you'), group_id: 'g' }] }),
    inOurs({ statuses: [{ id: name('status'), status: 'delivered', ...stamp }] }),
    inOurs({ statuses: [{ id: name('strange'), status: 'in_orbit', ...stamp }] }),
    inOurs({ errors: [{ code: 130429, title: name('error') }] }),
    { field: 'account_update', value: { event: name('account') } },
    {
      field: 'message_template_status_update',
      value: { event: 'PAUSED', message_template_id: name('template') },
    },
    {
      field: 'calls',
      value: { metadata, calls: [{ id: name('call'), from: phone, event: 'terminate', ...stamp }] },
    },
    {
      field: 'smb_message_echoes',
      value: { metadata, message_echoes: [{ ...text('256200000000', name('echo'), 'Ours'), to: phone }] },
    },
    {
      field: 'messages',
      value: {
        ...inOurs({}).value,
        metadata: { phone_number_id: '999' },
        messages: [text(phone, name('foreign'), 'No')],
      },
    },
    { field: 'unheard_of', value: { what: name('tomorrow') } },
  ]
}

/** The changes of one number that are stored in the thread: three messages, a call and an echo. */
const shownEach = 5
const kinds = 14
const pieces = 6

/**
 * Made from real shapes: every change comes at least once, a fifth of them again. A webhook holds one to nine changes; one to
 * four webhooks arrive at once.
 */
export function webhooksOf(seed: number): MadeWebhooks {
  const below = numbers(seed)
  const each = Array.from({ length: pieces }, (_, n) => changesOf(seed, n)).flat()
  const again = each.filter(() => below(5) === 0)
  const shuffled = [...each, ...again]
    .map(change => ({ change, place: below(1_000_000) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ change }) => change)
  const take = <T>(from: readonly T[], most: number): T[][] => {
    const parts: T[][] = []
    for (let start = 0; start < from.length; ) {
      const length = 1 + below(most)
      parts.push(from.slice(start, start + length))
      start += length
    }
    return parts
  }
  const made = take(shuffled, 9).map(changes => ({
    body: {
      object: 'whatsapp_business_account',
      entry: changes.map(change => ({ id: '1', changes: [change] })),
    },
    items: changes.length,
  }))
  const webhooks = take(made, 4)
  const middle = JSON.stringify(webhooks[Math.floor(webhooks.length / 2)])
  const crashesOn = /Words \d+ \d+/.exec(middle)?.[0] ?? 'none'
  if (each.length !== kinds * pieces) throw new Error('A shape is missing')
  return { webhooks, wamids: shownEach * pieces, crashesOn }
}
