import { describe, expect, test } from 'vitest'
import { explain, heldBy, knownCodes, type RetryClass } from './error-codes.ts'

/** Every code of WhatsApp's list, and some that are in no list. */
const classes: Readonly<Record<RetryClass, readonly number[]>> = {
  transient: [2, 131000, 131016, 131057, 133004],
  rate: [4, 80007, 130429, 131056, 132069, 133015, 133016],
  window: [470, 131047],
  channel: [
    0, 3, 10, 33, 104, 190, 200, 250, 299, 368, 131005, 131031, 131037, 131042, 131045, 131048, 131063,
    131064, 133000, 133005, 133006, 133008, 133009, 133010, 134011,
  ],
  permanent: [
    -1, 1, 100, 130403, 130472, 130497, 131008, 131009, 131021, 131026, 131030, 131049, 131050, 131051,
    131052, 131053, 131055, 131059, 131060, 131062, 131201, 131202, 132000, 132001, 132005, 132007, 132012,
    132015, 132016, 132018, 132068, 134100, 134101, 134102, 135000, 147001, 147002, 147003, 147004, 999999,
    2593107, 2593108, 2593109,
  ],
}
const rows = Object.entries(classes).flatMap(([retry, codes]) => codes.map(code => [code, retry] as const))

test.each(rows)('[Q-039 Q-190] the refusal %i is %s', (code, retry) => {
  expect(explain(code, '').retry).toBe(retry)
})

test('[Q-190] every code in the table is named in this test', () => {
  const named = new Set(rows.map(([code]) => code))
  expect(knownCodes.filter(code => !named.has(code))).toEqual([])
})

describe('[Q-039 Q-190] every known refusal', () => {
  test.each([...knownCodes, 200, 302, 404, 413, 429])('%i has a plain sentence and a plain remedy', code => {
    const { sentence, remedy } = explain(code, 'details of Meta')
    expect(sentence).toMatch(/^[A-Z].{10,120}\.$/)
    expect(remedy).toMatch(/^[A-Z].{10,100}\.$/)
    // An agent is no developer, and reads this when a message has failed for good.
    const jargon =
      /\b(Meta|API|HTTP|token|parameter|request|payload|cursor|WABA|webhook|server error|code)\b/i
    expect(`${sentence} ${remedy}`).not.toMatch(jargon)
    expect(`${sentence} ${remedy}`).not.toMatch(/by itself|\d{5}/)
  })

  test('means something of its own', () => {
    const same = new Map<string, number[]>()
    for (const code of knownCodes) {
      const { sentence } = explain(code, '')
      same.set(sentence, [...(same.get(sentence) ?? []), code])
    }
    // The old and the new code of one refusal.
    expect([...same.values()].filter(codes => codes.length > 1)).toEqual([[470, 131047]])
  })

  test.each<[RetryClass, RegExp]>([
    ['channel', /administrator/],
    ['transient', /Retry/],
  ])('that is %s says who does what', (retry, who) => {
    for (const code of knownCodes) {
      const said = explain(code, '')
      if (said.retry === retry) expect(`${code} ${said.remedy}`).toMatch(who)
    }
  })
})

test('[Q-190] what a refusal holds up: the customer, the whole number, or nothing else', () => {
  const held = (which: string | null) => knownCodes.filter(code => heldBy(code) === which)
  expect(held('pair')).toEqual([131056])
  const notThese = new Set([131056, 131063, 132069, 134011])
  const expected = [...classes.channel, ...classes.rate].filter(code => !notThese.has(code))
  expect(new Set([...held('number'), 200, 250, 299])).toEqual(new Set(expected))
  expect([200, 299, 404, 429].map(heldBy)).toEqual(Array(4).fill('number'))
  expect([1, 131026, 131047, 131000, 413, 999999].map(heldBy)).toEqual(Array(6).fill(null))
})

test('[Q-039] an unknown refusal repeats what Meta says, or at least its code', () => {
  expect(explain(123456, ' Parameter odd ').sentence).toBe('WhatsApp refused the message: Parameter odd')
  expect(explain(123456, ' ').sentence).toBe('WhatsApp refused the message (code 123456).')
})
