import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { digestOf, ModelFileError, readModel, writeModel } from './model-file.ts'
import { seeded } from './random.ts'
import { learn, recognise } from './recogniser.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-model-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))
const file = path.join(folder, 'a.model')

const texts = { pay: ['pay my premium', 'pay for my policy'], claim: ['file my claim', 'where is my claim'] }
const examples = Object.entries(texts).flatMap(([intent, some]) =>
  some.flatMap(text => ['', ' please', ' now', ' sir'].map(end => ({ text: text + end, intent }))),
)

test('[Q-198] a model that is written and read again says the same', () => {
  const recogniser = learn(examples, seeded(1))
  writeModel(file, { intents: recogniser, desk: recogniser, languages: recogniser }, 'a digest')
  expect(digestOf(file)).toBe('a digest')
  const { desk } = readModel(file)
  const [before, after] = [recognise(recogniser, 'pay my claim'), recognise(desk, 'pay my claim')]
  expect(after.intents.map(({ intent }) => intent)).toEqual(before.intents.map(({ intent }) => intent))
  for (const [n, { confidence }] of before.intents.entries())
    expect(after.intents[n]?.confidence).toBeCloseTo(confidence, 3)
})

test('[Q-198] a file that is cut off or of another version is refused', () => {
  const bytes = fs.readFileSync(file)
  fs.writeFileSync(file, bytes.subarray(0, -1))
  expect(() => readModel(file)).toThrow(ModelFileError)
  fs.writeFileSync(file, Buffer.concat([Buffer.from('parley-intents 3\n'), bytes.subarray(17)]))
  expect(() => readModel(file)).toThrow(ModelFileError)
  expect(digestOf(file)).toBeNull()
})
