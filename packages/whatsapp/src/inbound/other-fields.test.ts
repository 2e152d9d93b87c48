import { describe, expect, test } from 'vitest'
import { ada, metadata } from './webhook.fixture.ts'
import { readWebhook } from './webhook.ts'

/** The items of one change of a field. */
const itemsOf = (field: string, value: object) =>
  readWebhook({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field, value }] }] })

const read = (field: string, list: string, element: unknown, contacts: readonly object[] = [ada]) => {
  const [item] = itemsOf(field, { metadata, contacts, [list]: [element] })
  return item
}

const time = '1700000000'
const at = new Date('2023-11-14T22:13:20.000Z')

describe('[DATA-07 Q-182] a call is a message that the customer rang', () => {
  const call = { id: 'wacid.1', from: '256700000001', timestamp: time, direction: 'USER_INITIATED' }

  test.each<[object, string, object]>([
    [{ event: 'connect' }, 'Called on WhatsApp', { state: 'ringing', seconds: null }],
    [{ event: 'terminate', status: 'FAILED' }, 'Missed call on WhatsApp', { state: 'missed', seconds: null }],
    [{ event: 'terminate', duration: 0 }, 'Missed call on WhatsApp', { state: 'missed', seconds: null }],
    [{ event: 'terminate', duration: '125' }, 'Call on WhatsApp, 2:05', { state: 'taken', seconds: 125 }],
  ])('%j', (more, text, details) => {
    expect(read('calls', 'calls', { ...call, ...more })).toMatchObject({
      kind: 'message',
      message: {
        id: 'wacid.1',
        from: '256700000001',
        profileName: 'Ada',
        type: 'call',
        at,
        text,
        details: { call: details },
      },
    })
  })

  test.each<[unknown, string]>([
    [7, 'refused'],
    [{ ...call, event: 'terminate', id: undefined }, 'refused'],
    [{ ...call, event: 'pre_accept' }, 'noted'],
    [{ ...call, event: 'connect', direction: 'BUSINESS_INITIATED' }, 'noted'],
  ])('%j is none', (element, kind) => {
    expect(read('calls', 'calls', element)?.kind).toBe(kind)
  })

  test.each(['call_recording_available', 'call_transcription_available'])('%s is a line beside it', event => {
    const item = read('calls', 'calls', { ...call, event })
    expect(item).toMatchObject({
      message: { id: `wacid.1.${event}`, type: 'system', text: expect.stringMatching(/^WhatsApp has a /) },
    })
  })

  test('one that names nobody is refused', () => {
    expect(read('calls', 'calls', { ...call, event: 'connect', from: undefined }, [])?.kind).toBe('refused')
  })

  test('other lists beside it are noted', () => {
    const items = itemsOf('calls', {
      metadata,
      calls: [{ ...call, event: 'connect' }],
      statuses: [{ id: 'x' }],
    })
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(['message', 'noted'])
  })
})

describe('[DATA-07 Q-182] what a customer wants to receive is a notice', () => {
  const wish = {
    wa_id: '256700000001',
    category: 'marketing_messages',
    timestamp: time,
    detail: 'As WhatsApp says',
  }

  test.each<[object, string, object]>([
    [
      { value: 'stop' },
      'The customer does not want marketing messages any more',
      { preference: { marketing: false, said: 'As WhatsApp says' } },
    ],
    [{ value: 'resume' }, 'The customer wants marketing messages again', { preference: { marketing: true } }],
    [{ value: 'toString' }, 'As WhatsApp says', { notice: { kind: 'other' } }],
    [{ value: 'stop', category: 'another' }, 'As WhatsApp says', { notice: { kind: 'other' } }],
    [{ detail: undefined }, 'The customer changed what they want to receive', { notice: { said: null } }],
  ])('%j', (more, text, details) => {
    const item = read('user_preferences', 'user_preferences', { ...wish, ...more })
    expect(item).toMatchObject({
      kind: 'message',
      message: { from: '256700000001', type: 'system', at, text, details },
    })
  })

  test('the same again is the same, also beside messages, and another is another', () => {
    const idOf = (field: string, value: string) => {
      const item = read(field, 'user_preferences', { ...wish, value })
      return item?.kind === 'message' ? item.message.id : null
    }
    expect(idOf('user_preferences', 'stop')).toBe(idOf('messages', 'stop'))
    expect(idOf('user_preferences', 'stop')).not.toBe(idOf('user_preferences', 'resume'))
  })

  test('one that is broken or names nobody is refused', () => {
    expect(read('user_preferences', 'user_preferences', 7)?.kind).toBe('refused')
    expect(read('user_preferences', 'user_preferences', { value: 'stop' }, [])?.kind).toBe('refused')
  })
})

describe('[DATA-07 Q-182] what was written on the business’s own phone is a message to the customer', () => {
  const echo = {
    id: 'wamid.1',
    from: '256200000000',
    to: '+256 700 000001',
    timestamp: time,
    type: 'text',
    text: { body: 'Come by' },
  }

  test('with its words, its file and what it answers', () => {
    expect(
      read('smb_message_echoes', 'message_echoes', { ...echo, context: { id: 'wamid.0' } }),
    ).toMatchObject({
      kind: 'message',
      message: {
        from: '256700000001',
        profileName: 'Ada',
        text: 'Come by',
        contextId: 'wamid.0',
        byBusiness: true,
      },
    })
    const image = { id: '9', mime_type: 'image/png' }
    expect(read('smb_message_echoes', 'message_echoes', { ...echo, type: 'image', image })).toMatchObject({
      message: { media: { id: '9' }, byBusiness: true },
    })
  })

  test('to somebody who is known by a user id alone', () => {
    const item = read(
      'smb_message_echoes',
      'message_echoes',
      { ...echo, to: undefined, to_user_id: 'UG.1' },
      [],
    )
    expect(item).toMatchObject({ message: { from: null, userId: 'UG.1' } })
  })

  test('to nobody it is refused', () => {
    expect(read('smb_message_echoes', 'message_echoes', { ...echo, to: undefined }, [])?.kind).toBe('refused')
    expect(read('smb_message_echoes', 'message_echoes', null)?.kind).toBe('refused')
  })
})
