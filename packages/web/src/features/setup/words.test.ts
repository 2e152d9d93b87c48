import type { NumberSetup, SetupCheck, SetupTalk } from '@parley/core/setup/api'
import { setupTroubles } from '@parley/core/setup/constants'
import { describe, expect, test } from 'vitest'
import {
  allSeenAt,
  type CheckName,
  checks,
  connectedText,
  nextMark,
  nextStep,
  numberText,
  signedInText,
} from './words.ts'

const at = '2026-03-02T09:31:00.000Z'
const seen: SetupCheck = { seen_at: at, wrong: null, said: null }
const waiting: SetupCheck = { seen_at: null, wrong: null, said: null }
const noTalk: SetupTalk = {
  conversation_id: null,
  received_at: null,
  shown_at: null,
  answered_at: null,
  read_at: null,
}
const number: NumberSetup = {
  phone_number_id: '100',
  name: null,
  display_number: '+256 700 000 000',
  bot_answers: false,
  token: seen,
  number: seen,
  webhook: waiting,
  signature: waiting,
  talk: noTalk,
}
const origin = 'https://desk.example'
const wrong = (trouble: SetupCheck['wrong'], said: string | null = null) => ({
  seen_at: null,
  wrong: trouble,
  said,
})

describe('[Q-280] what is missing names the setting to look at', () => {
  test.each<[CheckName, SetupCheck, string, string]>([
    ['token', wrong('token-refused', 'It has expired.'), 'WHATSAPP_ACCESS_TOKEN', 'WHATSAPP_NUMBERS'],
    ['token', wrong('unreached'), 'WHATSAPP_API_URL', 'WHATSAPP_API_URL'],
    ['number', wrong('number-refused', 'No.'), 'WHATSAPP_ACCESS_TOKEN', 'WHATSAPP_NUMBERS'],
    ['number', wrong('number-unknown'), 'WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_NUMBERS'],
    ['webhook', wrong('verify-token-differs'), 'WHATSAPP_VERIFY_TOKEN', 'WHATSAPP_VERIFY_TOKEN'],
    ['signature', wrong('app-secret-differs'), 'WHATSAPP_APP_SECRET', 'WHATSAPP_APP_SECRET'],
    ['webhook', waiting, 'https://desk.example/api/v1/channels/whatsapp/webhook', 'WHATSAPP_VERIFY_TOKEN'],
  ])('%s, %j: %s of one number, %s of several', (name, check, ofOne, ofSeveral) => {
    const one = { ...number, [name]: check }
    expect(nextStep(name, one, origin)).toContain(ofOne)
    expect(nextStep(name, { ...one, name: 'Life' }, origin)).toContain(ofSeveral)
  })

  test('every trouble has words of its own, and what WhatsApp said goes first', () => {
    const words = setupTroubles.map(trouble =>
      nextStep('token', { ...number, token: wrong(trouble) }, origin),
    )
    expect(new Set(words).size).toBe(setupTroubles.length)
    const told = { ...number, token: wrong('token-refused', 'It has expired.') }
    expect(nextStep('token', told, origin)).toMatch(/^It has expired\. Make/)
  })

  test('what waits has words of its own for each', () => {
    const words = checks.map(({ name }) => nextStep(name, { ...number, [name]: waiting }, origin))
    expect(new Set(words).size).toBe(checks.length)
  })
})

test('[Q-280] how far the numbers are', () => {
  expect(connectedText([number])).toBe('2 of 4 seen')
  const whole = { ...number, webhook: seen, signature: seen }
  expect(connectedText([whole, { ...number, name: 'Life' }])).toBe('1 of 2 numbers')
})

test('[Q-280] when all of it was seen: the latest, or not yet', () => {
  expect(allSeenAt([at, '2026-03-02T09:30:00.000Z'])).toBe(at)
  expect(allSeenAt([at, null])).toBeNull()
})

test.each([
  [0, '0 of 2 signed in'],
  [1, '1 of 2 signed in'],
  [2, '2 signed in'],
  [9, '9 signed in'],
])('[Q-280] of %i people: %s', (count, text) => {
  expect(signedInText({ signed_in_count: count, total: 9, shown: [] })).toBe(text)
})

test.each<[Partial<SetupTalk>, string | undefined]>([
  [{}, 'Received'],
  [{ received_at: at }, 'Shown to an agent'],
  [{ received_at: at, shown_at: at }, 'Answered'],
  [{ received_at: at, shown_at: at, answered_at: at }, 'Read on the phone'],
  [{ received_at: at, shown_at: at, answered_at: at, read_at: at }, undefined],
])('[Q-280] after %j comes %s', (talk, label) => {
  expect(nextMark({ ...noTalk, ...talk })?.label).toBe(label)
})

test.each([
  [number, '+256 700 000 000'],
  [{ ...number, display_number: '256200000000' }, '+256 200 000 000'],
  [{ ...number, display_number: '+1 631-555-8151' }, '+1 631-555-8151'],
  [{ ...number, display_number: null, name: 'Life' }, 'Life'],
  [{ ...number, display_number: null }, '100'],
])('[Q-280] a number is called what is known of it', (one, text) => {
  expect(numberText(one)).toBe(text)
})
