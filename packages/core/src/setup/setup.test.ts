import { describe, expect, test } from 'vitest'
import { type AccessFacts, type AddressFacts, connectionOf, latest, stepsDone } from './rules.ts'

const early = new Date('2026-03-02T09:31:00.000Z')
const late = new Date('2026-03-02T09:32:00.000Z')
const nothingAsked: AccessFacts = { checkedAt: null, access: null, unreachedSince: null, refusal: null }
const nothingCame: AddressFacts = {
  verifiedAt: null,
  tokenRefusedAt: null,
  signedAt: null,
  signatureRefusedAt: null,
}
const seenAt = (at: Date | null) => ({ seen_at: at?.toISOString() ?? null, wrong: null, said: null })
const wrong = (trouble: string, said: string | null = null) => ({ seen_at: null, wrong: trouble, said })
const refused = (code: number): Partial<AccessFacts> => ({
  checkedAt: late,
  access: 'refused',
  refusal: { code, sentence: 'No.' },
})

test.each<[string, Partial<AccessFacts>, object, object]>([
  ['nobody asked yet', {}, seenAt(null), seenAt(null)],
  ['it does not answer', { unreachedSince: early }, wrong('unreached'), seenAt(null)],
  ['the token is not taken', refused(190), wrong('token-refused', 'No.'), seenAt(null)],
  ['there is none', refused(104), wrong('token-refused', 'No.'), seenAt(null)],
  ['a proxy asks for one', refused(401), wrong('token-refused', 'No.'), seenAt(null)],
  ['the token is not for this number', refused(10), seenAt(late), wrong('number-refused', 'No.')],
  ['the number is gone', refused(33), seenAt(late), wrong('number-unknown')],
  [
    'WhatsApp has no such number',
    { unreachedSince: late, refusal: { code: 33, sentence: 'No.' } },
    seenAt(late),
    wrong('number-unknown'),
  ],
  ['both are good', { checkedAt: early, access: 'good' }, seenAt(early), seenAt(early)],
  [
    'both were good, and now it does not answer',
    { checkedAt: early, access: 'good', unreachedSince: late },
    seenAt(early),
    seenAt(early),
  ],
])('[Q-280] of the access: %s', (_, facts, token, number) => {
  expect(connectionOf({ ...nothingAsked, ...facts }, nothingCame)).toMatchObject({ token, number })
})

test.each<[string, Partial<AddressFacts>, object, object]>([
  ['nothing came', {}, seenAt(null), seenAt(null)],
  ['another word was asked with', { tokenRefusedAt: late }, wrong('verify-token-differs'), seenAt(null)],
  ['it was verified', { verifiedAt: early }, seenAt(early), seenAt(null)],
  [
    'it was verified, before somebody guessed',
    { verifiedAt: early, tokenRefusedAt: late },
    seenAt(early),
    seenAt(null),
  ],
  [
    'a call came with another signature',
    { verifiedAt: early, signatureRefusedAt: late },
    seenAt(early),
    wrong('app-secret-differs'),
  ],
  ['a call came, verified or not', { signedAt: late }, seenAt(late), seenAt(late)],
  [
    'a call came, and one that was not signed by WhatsApp',
    { verifiedAt: early, signedAt: early, signatureRefusedAt: late },
    seenAt(early),
    seenAt(early),
  ],
])('[Q-280 Q-281] of the webhook: %s', (_, facts, webhook, signature) => {
  expect(connectionOf(nothingAsked, { ...nothingCame, ...facts })).toMatchObject({ webhook, signature })
})

test('[Q-280] the later of two times, where there are two', () => {
  expect([latest(early, late), latest(late, early), latest(null, late), latest(early, null)]).toEqual([
    late,
    late,
    late,
    early,
  ])
  expect(latest(null, null)).toBeNull()
})

describe('[Q-280] a step is done when all of it was seen', () => {
  type Connected = Parameters<typeof stepsDone>[0][number]
  const at = late.toISOString()
  const connected: Connected = {
    ...connectionOf(
      { ...nothingAsked, checkedAt: late, access: 'good' },
      { ...nothingCame, verifiedAt: late, signedAt: late },
    ),
    talk: { conversation_id: null, received_at: at, shown_at: at, answered_at: at, read_at: at },
  }
  const done = { connect: true, people: true, test: true }

  test.each<[string, readonly Connected[], number, object]>([
    ['everything', [connected], 2, done],
    ['one of two people', [connected], 1, { ...done, people: false }],
    [
      'no message',
      [{ ...connected, talk: { ...connected.talk, received_at: null } }],
      3,
      { ...done, test: false },
    ],
    [
      'not shown',
      [{ ...connected, talk: { ...connected.talk, shown_at: null } }],
      2,
      { ...done, test: false },
    ],
    [
      'no answer',
      [{ ...connected, talk: { ...connected.talk, answered_at: null } }],
      2,
      { ...done, test: false },
    ],
    ['not read', [{ ...connected, talk: { ...connected.talk, read_at: null } }], 2, { ...done, test: false }],
    ...(['token', 'number', 'webhook', 'signature'] as const).map(
      name =>
        [
          `all but the ${name}, at one of two numbers`,
          [connected, { ...connected, [name]: { seen_at: null, wrong: null, said: null } }],
          2,
          { ...done, connect: false },
        ] as [string, Connected[], number, object],
    ),
  ])('%s', (_, numbers, signedIn, expected) => {
    expect(stepsDone(numbers, signedIn)).toEqual(expected)
  })
})
