import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { type Example, outsideName } from '@parley/intents/recogniser'
import { atTheServer, record } from '../audit/record.ts'
import { type Reader, write, type Writer } from '../db/write.ts'
import { startThread } from '../thread.ts'
import type { Asked, Learning } from './learn-worker.ts'
import { learntDirectory, learntModels, newestLearnt, shippedLessons, shippedModel } from './understanding.ts'
import { linesOfLearning, objectionTo } from './verdict.ts'

/** The command failed; the message gives the reason and the remedy. */
export class LearningRefused extends Error {
  override readonly name = 'LearningRefused'
}

export interface School {
  readonly writer: Writer
  readonly dataDir: string
  /** The directory of the shipped examples, and the model trained from them. */
  readonly lessons: string
  readonly shipped: string
  readonly say: (line: string) => void
}

/** Older versions are deleted, so undo goes back this far. */
const kept = 5

/**
 * Trains a model from the shipped examples and the supervisors' labels, and reports the comparison. Activates the model unless it
 * is worse by more than `margin`. An activation is recorded in the audit log.
 * @param anyway activates it even if it is worse
 * @throws LearningRefused
 */
export async function train(
  { writer, dataDir, lessons, shipped, say }: School,
  anyway: boolean,
): Promise<void> {
  const labelled = await labelledTexts(writer.db)
  if (labelled.length === 0)
    throw new LearningRefused(
      'No text has a meaning yet: supervisors give texts that were not understood one on the page Bot',
    )
  const directory = learntDirectory(dataDir)
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  const present = newestLearnt(dataDir, shipped)
  const out = path.join(directory, `new.${process.pid}`)
  try {
    const learning = await learnInThread({
      lessons,
      present: present === null || present.isOutdated ? shipped : present.file,
      shipped,
      labelled,
      out,
    })
    for (const line of linesOfLearning(learning)) say(line)
    const objection = objectionTo(learning)
    if (objection !== null && !anyway)
      throw new LearningRefused(
        `Not put to use: ${objection}. What was in use stays; with --anyway it is put to use all the same`,
      )
    const version = (learntModels(dataDir)[0]?.version ?? 0) + 1
    const { heldBack, learnt } = learning
    const after = { version, texts: learnt, right: heldBack.after.right, of: heldBack.texts }
    const before = { right: heldBack.before.right }
    await write(writer, async context => {
      await record(context, atTheServer, 'intents.trained', null, { before, after })
      fs.renameSync(out, path.join(directory, `${version}.model`))
    })
    for (const { file } of learntModels(dataDir).slice(kept)) fs.rmSync(file)
    say(`Version ${version} is in use: running servers take it up within seconds. “intents undo” goes back`)
  } finally {
    fs.rmSync(out, { force: true })
  }
}

/** Returns to the previous model. @throws LearningRefused if the shipped one is in use */
export async function undoTraining({ writer, dataDir, say }: School): Promise<void> {
  const [newest, next] = learntModels(dataDir)
  if (newest === undefined) throw new LearningRefused('The shipped model is in use: there is nothing to undo')
  const inUse = next === undefined ? 'shipped' : next.version
  await write(writer, async context => {
    const change = { before: { version: newest.version }, after: { version: inUse } }
    await record(context, atTheServer, 'intents.undone', null, change)
    fs.rmSync(newest.file)
  })
  say(
    `Version ${newest.version} is gone. In use is ${inUse === 'shipped' ? 'the shipped model' : `version ${inUse}`}`,
  )
}

/** The supervisors' labels: each text once, in the order of `words_sum`, without ignored texts. */
export async function labelledTexts(reader: Reader): Promise<readonly Example[]> {
  const { rows } = await sql<{ text: string; meaning: string }>`
    select distinct on (u.words_sum) m.content as text, u.meaning
    from unclear_texts u join messages m on m.id = u.message_id
    where u.meaning is not null and u.meaning <> 'aside' and m.content <> '' and m.revoked_at is null
    order by u.words_sum, u.message_id`.execute(reader)
  return rows.map(({ text, meaning }) => ({ text, intent: meaning === 'outside' ? outsideName : meaning }))
}

/** Trains in a worker thread, since it takes half a minute. */
export function learnInThread(asked: Asked): Promise<Learning> {
  const thread = startThread(new URL('./learn-worker.ts', import.meta.url), asked)
  return new Promise((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', code => reject(new Error(`Learning ended before it was done (${code})`)))
  })
}

export const intentsUsage = `  parley intents train [--anyway]        learn from the texts that supervisors gave a meaning
  parley intents undo                    go back to what was understood before that`

/** The typed `parley intents` command. */
export type IntentsCommand = { readonly do: 'train'; readonly anyway: boolean } | { readonly do: 'undo' }

/** Null: the arguments are no such command. */
export function readIntentsCommand(args: readonly string[]): IntentsCommand | null {
  switch (args.join(' ')) {
    case 'intents train':
      return { do: 'train', anyway: false }
    case 'intents train --anyway':
      return { do: 'train', anyway: true }
    case 'intents undo':
      return { do: 'undo' }
    default:
      return null
  }
}

/** @throws LearningRefused */
export const runIntentsCommand = (
  command: IntentsCommand,
  at: Pick<School, 'writer' | 'dataDir' | 'say'>,
): Promise<void> => {
  const school = { ...at, lessons: shippedLessons(), shipped: shippedModel() }
  return command.do === 'undo' ? undoTraining(school) : train(school, command.anyway)
}
