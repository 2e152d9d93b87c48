import { describe, expect, test } from 'vitest'
import type { IntentName } from '@parley/core/intent/api'
import { languages } from './language.ts'
import {
  type AskedRating,
  type RatingAnswer,
  ratingAnswer,
  ratingIn,
  ratingOfTitle,
  ratingQuestion,
  ratingSteps,
  ratingThanks,
  ratingTitle,
} from './rating.ts'
import type { Meaning } from './world.ts'

const askedAt = new Date('2026-03-02T09:00:00.400Z')
const after = (minutes: number) => new Date(askedAt.getTime() + minutes * 60_000)

/** The meaning of each text; other texts are not understood. */
const meanings: Readonly<Record<string, readonly [IntentName, number]>> = {
  'days ago i paid and it does not show': ['payment_not_shown', 0.97],
  'people want to join the pension': ['apply_pension', 0.94],
  'good service': ['thanks', 0.91],
  'the lady was rude to me': ['complaint', 0.98],
  'she told me about claims': ['claim_status', 0.82],
  'i want to talk to somebody': ['speak_to_agent', 0.74],
  'let me talk': ['speak_to_agent', 0.6],
  'where is my claim': ['claim_status', 0.95],
  hello: ['greeting', 0.96],
  'thank you very much': ['thanks', 0.97],
}
const understand = (text: string): Meaning => {
  const [intent, confidence] = meanings[text.toLowerCase()] ?? [null, 0]
  return { intent, confidence, guesses: [], language: null }
}

const asked = (more: Partial<AskedRating> = {}): AskedRating => ({
  at: askedAt,
  isLast: true,
  given: null,
  ...more,
})
/** Rated 4 one minute after the question, and asked for the reason at once. */
const given = { rating: 4, at: after(1), hasReason: false, askedWhyAt: after(1) } as const
const writes = (text: string, minutes: number, state = asked()) =>
  ratingAnswer({ pressed: null, text, at: after(minutes) }, state, understand)
const presses = (pressed: string, minutes: number, state = asked()) =>
  ratingAnswer({ pressed, text: null, at: after(minutes) }, state, understand)
const rated = (rating: number, hasReason = false) => ({ kind: 'rated', rating, hasReason }) as RatingAnswer
const changed = (rating: number) => ({ kind: 'changed', rating, hasReason: false }) as RatingAnswer
const reason: RatingAnswer = { kind: 'reason' }
const again: RatingAnswer = { kind: 'again' }

describe('[Q-213] what is written to the question for a rating', () => {
  test.each<[string, RatingAnswer | null]>([
    ['5', rated(5)],
    [' 1 ! ', rated(1)],
    ['4/5', rated(4)],
    ['3 of 5', rated(3)],
    ['3 out of 5.', rated(3)],
    ['2 stars', rated(2)],
    ['4️⃣', rated(4)],
    ['4 Good', rated(4)],
    ['5 vizuri sana', rated(5)],
    ['5 good service', rated(5, true)],
    ['2, the lady was rude to me', rated(2, true)],
    ['1 - nobody answered for a week', rated(1, true)],
    // Texts that only look like a rating.
    ['0', null],
    ['6', null],
    ['15', null],
    ['5k', null],
    ['50,000', null],
    ['4.5', null],
    ['5/10', null],
    ['1,000', null],
    ['3 days ago I paid and it does not show', null],
    ['2 people want to join the pension', null],
    ['5 when do you open?', null],
    // Other messages.
    ['hello', null],
    ['where is my claim', null],
    ['I want to talk to somebody', null],
    ['menu', null],
    ['00', null],
    ['It was very good', null],
    ['', null],
  ])('%j', (text, answer) => {
    expect(writes(text, 3)).toEqual(answer)
  })

  test('is taken for one within a day, and not if it was written before the question', () => {
    expect(writes('5', 24 * 60 - 1)).toEqual(rated(5))
    expect(writes('5', 24 * 60)).toBeNull()
    expect(writes('5', -1)).toBeNull()
    // WhatsApp's times are whole seconds: an immediate answer seems to come before the question.
    expect(writes('5', -0.4 / 60)).toEqual(rated(5))
  })

  test('is none once something else was written, or the conversation goes on', () => {
    expect(writes('5', 3, asked({ isLast: false }))).toBeNull()
    expect(writes('because', 3, asked({ isLast: false, given }))).toBeNull()
  })
})

describe('[Q-213] what is pressed', () => {
  test('is always an answer, in any language and however late', () => {
    for (const step of ratingSteps)
      for (const language of languages) expect(presses(ratingTitle(step, language), 3)).toEqual(rated(step))
    expect(presses('4 Good', 60 * 24 * 40, asked({ isLast: false }))).toEqual(rated(4))
    expect(presses('Main menu', 3)).toBeNull()
  })

  test.each<[string, number, RatingAnswer]>([
    ['4 Good', 2, again],
    ['1 Very bad', 60, changed(1)],
    ['1 Very bad', 61, again],
  ])('%s %d minutes after the question that 4 was answered to after one', (pressed, minutes, answer) => {
    expect(presses(pressed, minutes, asked({ given }))).toEqual(answer)
  })

  test('a figure that is written instead is the same', () => {
    expect(writes('2', 5, asked({ given }))).toEqual(changed(2))
    expect(writes('4', 5, asked({ given }))).toEqual(again)
  })
})

describe('[Q-213] what is written to the question why', () => {
  test.each<[string, RatingAnswer | null]>([
    ['the lady was rude to me', reason],
    ['Thank you very much', reason],
    ['She told me about claims', reason],
    ['let me talk', reason],
    ['bampadde sente zange mangu', reason],
    ['4 because it was quick', reason],
    ['no', again],
    ['No thanks.', again],
    ['hapana', again],
    ['Can you send me the form?', null],
    ['I want to talk to somebody', null],
    ['agent', null],
    ['continue', null],
    ['menu', null],
    ['where is my claim', null],
    ['hello', null],
  ])('%j', (text, answer) => {
    expect(writes(text, 5, asked({ given }))).toEqual(answer)
  })

  test('is the reason for a quarter of an hour, once, and if it was asked', () => {
    expect(writes('quick', 15.9, asked({ given }))).toEqual(reason)
    expect(writes('quick', 16, asked({ given }))).toBeNull()
    expect(writes('quick', 5, asked({ given: { ...given, hasReason: true } }))).toBeNull()
    expect(writes('quick', 5, asked({ given: { ...given, askedWhyAt: null } }))).toBeNull()
    expect(writes('quick', 5)).toBeNull()
  })
})

test('[Q-213] a picture, a place or a form answers nothing', () => {
  const input = { pressed: null, text: null, at: after(2) }
  expect(ratingAnswer(input, asked(), understand)).toBeNull()
  expect(ratingAnswer(input, asked({ given }), understand)).toBeNull()
})

test('[Q-213] what is behind the figure is the reason', () => {
  expect(ratingIn('5 good service')).toEqual({ rating: 5, reason: 'good service' })
  expect(ratingIn('4/5: slow,\nbut kind')).toEqual({ rating: 4, reason: 'slow,\nbut kind' })
  expect(ratingIn('good service')).toBeNull()
})

test('[Q-213] what is offered fits a list of WhatsApp’s, each once, in every language', () => {
  for (const language of languages) {
    const titles = ratingSteps.map(step => ratingTitle(step, language))
    expect(new Set(titles).size).toBe(5)
    for (const title of titles) expect(title.length).toBeLessThanOrEqual(24)
    expect(titles.map(ratingOfTitle)).toEqual([...ratingSteps])
    expect(ratingQuestion(language).length).toBeGreaterThan(20)
    expect(ratingThanks(language, true)).toContain(ratingThanks(language, false))
  }
})
