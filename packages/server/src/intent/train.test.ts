import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { intentNames } from '@parley/core/intent/constants'
import { readExamples } from '@parley/intents/example-file'
import { learnModel, readLessons } from '@parley/intents/model'
import { writeModel } from '@parley/intents/model-file'
import { seeded } from '@parley/intents/random'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { sumOfWords } from '../bot/unclear.ts'
import type { OpenDatabase } from '../db/open.ts'
import { readIntentsCommand, train, undoTraining } from './train.ts'
import { openUnderstanding, shippedLessons } from './understanding.ts'

test.each([
  ['intents train', { do: 'train', anyway: false }],
  ['intents train --anyway', { do: 'train', anyway: true }],
  ['intents undo', { do: 'undo' }],
  ['intents undo --anyway', null],
  ['intents', null],
])('[Q-205] “%s” is understood', (typed, command) =>
  expect(readIntentsCommand(typed.split(' '))).toEqual(command),
)

/** A small part of the shipped examples, so that training takes a second. */
function makeLessons(directory: string): void {
  const some = (file: string, most: number) => {
    const counts = new Map<string, number>()
    const rows = readExamples(path.join(shippedLessons(), file)).filter(({ intent }) => {
      counts.set(intent, (counts.get(intent) ?? 0) + 1)
      return (counts.get(intent) ?? 0) <= most
    })
    const lines = rows.map(({ text, intent }) => `"${text.replaceAll('"', '""')}",${intent}`)
    fs.writeFileSync(path.join(directory, file), `text,category\n${lines.join('\n')}\n`)
  }
  some('english.csv', 12)
  some('luganda.csv', 2)
  some('swahili.csv', 2)
  some('outside.csv', 80)
  some('replies.csv', 20)
  some('held-back.csv', 4)
}

describe('[Q-205] learning from what supervisors said', () => {
  const clock = new TestClock()
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-learning-'))
  const lessons = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-lessons-'))
  const shipped = path.join(lessons, 'shipped.model')
  let database: OpenDatabase
  let said: string[] = []
  const school = () => ({
    writer: testWriter(database, clock),
    dataDir,
    lessons,
    shipped,
    say: (line: string) => said.push(line),
  })
  beforeAll(async () => {
    database = await openTestDatabase()
    makeLessons(lessons)
    writeModel(shipped, learnModel(readLessons(lessons), seeded(1)), 'this release')
  })
  afterAll(async () => {
    await database.close()
    for (const directory of [dataDir, lessons]) fs.rmSync(directory, { recursive: true })
  })

  let conversationId: number | null = null
  const conversation = async () => {
    const now = clock.now()
    const { id } = await database.db
      .insertInto('customers')
      .values({ wa_id: '256700000777', created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const made = await database.db
      .insertInto('conversations')
      .values({
        customer_id: id,
        phone_number_id: '1',
        status: 'ACTIVE',
        last_activity: now,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  }
  const means = async (text: string, meaning: string) => {
    conversationId ??= await conversation()
    const now = clock.now()
    const { id } = await database.db
      .insertInto('messages')
      .values({
        conversation_id: conversationId,
        direction: 'INBOUND',
        source: 'CUSTOMER',
        message_type: 'text',
        content: text,
        at: now,
        arrived_at: now,
        status: 'received',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.db
      .insertInto('unclear_texts')
      .values({
        message_id: id,
        words_sum: sumOfWords(text) ?? '',
        confidence: 0,
        at: now,
        meaning,
        judged_at: now,
      })
      .execute()
  }
  const recorded = async () => {
    const { rows } = await sql<{ action: string; after: { version: unknown } }>`
      select action, after from audit where noun = 'intents' order by id`.execute(database.db)
    return rows.map(({ action, after }) => [action, after.version])
  }

  test('without a meaning there is nothing to learn, and without learning nothing to undo', async () => {
    await means('put aside by somebody', 'aside')
    await expect(train(school(), false)).rejects.toThrow(/No text has a meaning yet/)
    await expect(undoTraining(school())).rejects.toThrow(/nothing to undo/)
    expect(await recorded()).toEqual([])
  })

  test('what is taught is understood by a running server; undone, it is as before', async () => {
    const understanding = openUnderstanding(dataDir, shipped)
    const before = understanding.ofCustomer('zimba kolo fresha')
    expect(before.intent).not.toBe('make_claim')
    for (const end of ['', ' please', ' today', ' now', ' sir', ' madam'])
      await means(`zimba kolo fresha${end}`, 'make_claim')
    await means('kwik brandu parade', 'outside')
    said = []
    await train(school(), false)
    expect(said[0]).toBe('Learnt 7 texts of supervisors beside the shipped examples')
    expect(said[1]).toMatch(/^On \d+ texts that are held back: \d+ right before, \d+ now; surely wrong/)
    expect(said).toContain(
      'Too few texts of supervisors to hold any out: from ten on some judge what the others teach',
    )
    understanding.follow()
    expect(understanding.ofCustomer('zimba kolo fresha')).toMatchObject({ intent: 'make_claim' })
    expect(openUnderstanding(dataDir, shipped).follow()).toEqual({ isOutdated: false })
    await undoTraining(school())
    understanding.follow()
    expect(understanding.ofCustomer('zimba kolo fresha')).toEqual(before)
    expect(await recorded()).toEqual([
      ['intents.trained', 1],
      ['intents.undone', 'shipped'],
    ])
    expect(fs.readdirSync(path.join(dataDir, 'intents'))).toEqual([])
  })

  test('from ten texts on some are held out to judge what the others teach', async () => {
    for (const end of [' quickly', ' again', ' my friend', ' thanks', ' ok'])
      await means(`zimba kolo fresha${end}`, 'make_claim')
    said = []
    await train(school(), false)
    const held = said.find(line => line.startsWith('On 3 texts of supervisors that were held out'))
    expect(held).toContain('0 right before')
    expect(said.join('\n')).not.toContain('zimba')
    await undoTraining(school())
  })

  test('a model that is worse is refused and leaves no file, but is put to use where that is asked for', async () => {
    // Labels nearly the words of each held-back text with another intent.
    for (const { text, intent } of readExamples(path.join(lessons, 'held-back.csv'))) {
      const other = intentNames[(intentNames.findIndex(one => one === intent) + 1) % intentNames.length]
      for (const end of ['eh', 'oh', 'ah']) await means(`${text} ${end}`, other ?? 'thanks')
    }
    const before = await recorded()
    await expect(train(school(), false)).rejects.toThrow(/Not put to use: it understands fewer .*--anyway/)
    expect(fs.readdirSync(path.join(dataDir, 'intents'))).toEqual([])
    expect(await recorded()).toEqual(before)
    await train(school(), true)
    expect(await recorded()).toEqual([...before, ['intents.trained', 1]])
  })

  test('what was learnt beyond another release is not used, and one who asks is told', () => {
    const other = path.join(lessons, 'other.model')
    writeModel(other, learnModel(readLessons(lessons), seeded(1)), 'another release')
    const understanding = openUnderstanding(dataDir, other)
    const shippedOnly = openUnderstanding(null, other)
    expect(understanding.follow()).toEqual({ isOutdated: true })
    expect(understanding.ofCustomer('file a claim eh')).toEqual(shippedOnly.ofCustomer('file a claim eh'))
  })
})
