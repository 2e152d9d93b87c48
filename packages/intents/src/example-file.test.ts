import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readExamples } from './example-file.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-intents-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

function file(content: string): string {
  const place = path.join(folder, `${fs.readdirSync(folder).length}.csv`)
  fs.writeFileSync(place, content)
  return place
}

test('[Q-198] examples are read from CSV, quoted and with other columns', () => {
  const place = file(
    '\ufeffcategory,language,text\r\nbalance,en,"How much, please?"\r\n\r\noos,lg,Oli otya\r\n',
  )
  expect(readExamples(place)).toEqual([
    { text: 'How much, please?', intent: 'balance' },
    { text: 'Oli otya', intent: 'oos' },
  ])
})

test.each([
  ['text,intent\nHello,greeting\n', /needs the columns text and category/],
  ['text,category\nHello,greeting\n ,greeting\n', /row 2 has no text/],
  ['text,category\nHello, \n', /row 1 has no category/],
  ['text,category\n', /holds no examples/],
  ['text,category\n"Hello,greeting\n', /is not CSV/],
])('[Q-198] %j is refused by its file, with what is wrong', (content, sentence) => {
  const place = file(content)
  expect(() => readExamples(place)).toThrow(sentence)
  expect(() => readExamples(place)).toThrow(place)
})

test('[Q-198] a file that is not there is said so', () => {
  expect(() => readExamples('/nowhere.csv')).toThrow(/^\/nowhere\.csv: there is no such file$/)
})
