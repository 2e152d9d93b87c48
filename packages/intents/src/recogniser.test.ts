import { beforeAll, describe, expect, test } from 'vitest'
import { evaluate } from './evaluate.ts'
import { seeded } from './random.ts'
import { type Example, learn, outsideName, recognise, type Recogniser } from './recogniser.ts'

const asks = ['please', 'can you', 'i want to', 'how do i', 'help me', 'today i must', 'we need to', 'kindly']
const ends = [
  '',
  ' now',
  ' for my policy',
  ' thank you',
  ' as soon as possible',
  ' madam',
  ' this week',
  ' again',
]
const subjects: Readonly<Record<string, readonly string[]>> = {
  pay_premium: ['pay my premium', 'send the money for my premium'],
  claim_status: ['know where my claim is', 'hear about the claim of my husband'],
  change_address: ['change my address', 'tell you my new address'],
  speak_to_person: ['talk to a person', 'speak with an agent'],
  balance: ['see my balance', 'check how much is on my account'],
  cancel: ['cancel my policy', 'stop the cover'],
}
const examples: readonly Example[] = Object.entries(subjects).flatMap(([intent, phrases]) =>
  asks.flatMap(ask =>
    ends.flatMap(end => phrases.map(phrase => ({ text: `${ask} ${phrase}${end}`, intent }))),
  ),
)
const outside: readonly Example[] = [
  'weather',
  'football',
  'a song',
  'a recipe',
  'the news',
  'my dog',
].flatMap(what =>
  ['tell me about', 'what is with', 'i like', 'who knows of'].map(ask => ({
    text: `${ask} ${what}`,
    intent: outsideName,
  })),
)

describe('[Q-198] a recogniser', () => {
  let recogniser: Recogniser
  beforeAll(() => {
    recogniser = learn([...examples, ...outside], seeded(7))
  })

  test.each([
    ['kindly help me pay my premim', 'pay_premium'],
    ['WHERE IS MY CLAIM', 'claim_status'],
    ['i have a new address', 'change_address'],
    ['may i talk to an agent', 'speak_to_person'],
  ])('%j means %s, slips and all', (text, intent) => {
    const { intents, isKnown } = recognise(recogniser, text)
    expect(intents[0]?.intent).toBe(intent)
    expect(isKnown).toBe(true)
  })

  test.each(['what is the weather in gulu', 'who won the football', '', '🙂'])(
    '%j means none of them',
    text => {
      expect(recognise(recogniser, text).isKnown).toBe(false)
    },
  )

  test('every intent has a chance, greatest first, and all together are no more than 1', () => {
    const { intents } = recognise(recogniser, 'check my account')
    expect(intents.map(({ intent }) => intent).toSorted()).toEqual(Object.keys(subjects).toSorted())
    const chances = intents.map(({ confidence }) => confidence)
    expect(chances).toEqual(chances.toSorted((a, b) => b - a))
    expect(chances.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1)
  })

  test('made twice from the same is the same', () => {
    const again = learn([...examples, ...outside], seeded(7))
    expect(again.planes).toEqual(recogniser.planes)
    expect(again.confidence).toEqual(recogniser.confidence)
  })

  test('is judged by what it has not learnt', () => {
    const tests = [
      { text: 'pay the premium', intent: 'pay_premium' },
      { text: 'cancel it', intent: 'cancel' },
      { text: 'who knows the weather', intent: outsideName },
    ]
    let ms = 0
    const judged = evaluate(recogniser, tests, () => (ms += 2))
    expect(judged).toMatchObject({ accuracy: 1, oos_recall: 1, p50_ms: 2, p99_ms: 2 })
  })

  test('needs two intents', () => {
    expect(() =>
      learn(
        examples.filter(({ intent }) => intent === 'balance'),
        seeded(1),
      ),
    ).toThrow(/two intents/)
  })

  test('[Q-410] is less sure if each writer has words of their own', () => {
    const strange = Array.from('abcdefghijklmnopqrstuvwxyzабвг').flatMap((letter, n) =>
      asks.map(ask => ({
        text: `${ask} ${letter.repeat(4)}`,
        intent: `intent ${n % 6}`,
        writer: `${n % 5}`,
      })),
    )
    const known = learn(
      strange.map(({ text, intent }) => ({ text, intent })),
      seeded(1),
    )
    const apart = learn(strange, seeded(1))
    const sureness = (one: Recogniser) => recognise(one, strange[0]?.text ?? '').intents[0]?.confidence ?? 0
    expect(sureness(apart)).toBeLessThan(sureness(known))
  })
})
