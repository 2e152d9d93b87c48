import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { evaluate } from '@parley/intents/evaluate'
import { readExamples } from '@parley/intents/example-file'
import { readModel } from '@parley/intents/model-file'
import type { Recogniser } from '@parley/intents/recogniser'
import { wordsOf } from '@parley/intents/words'
import { shippedLessons, shippedModel } from './understanding.ts'

/** Texts of writers of whom no example is learnt. They judge; nothing is chosen by them. */
const strangers = path.join(shippedLessons(), 'held-back.csv')

describe('the shipped recogniser', () => {
  let intents: Recogniser
  beforeAll(() => {
    ;({ intents } = readModel(shippedModel()))
  })

  test('[Q-410] understands texts of strangers, within two milliseconds', () => {
    const judged = evaluate(intents, readExamples(strangers), () => performance.now())
    expect(judged.accuracy_with_none).toBeGreaterThan(0.85)
    expect(judged.oos_recall).toBeGreaterThan(0.86)
    expect(judged.precision_at_0_7).toBeGreaterThan(0.9)
    expect(judged.coverage_at_0_7).toBeGreaterThan(0.8)
    expect(judged.p50_ms).toBeLessThan(2)
  })

  test('[Q-410] has not learnt the texts that judge it', () => {
    const key = (text: string) => wordsOf(text).join(' ') || text.trim()
    const learnt = new Set(
      fs
        .readdirSync(shippedLessons())
        .filter(file => file.endsWith('.csv') && file !== 'held-back.csv')
        .flatMap(file => readExamples(path.join(shippedLessons(), file)).map(({ text }) => key(text))),
    )
    expect(readExamples(strangers).filter(({ text }) => learnt.has(key(text)))).toEqual([])
  })

  test('[Q-410] is a file of at most 20 MB', () => {
    expect(fs.statSync(shippedModel()).size).toBeLessThanOrEqual(20_000_000)
  })
})
