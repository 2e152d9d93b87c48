import fs from 'node:fs'
import path from 'node:path'
import { atTheServer, record } from '../../audit/record.ts'
import { type Writer, write } from '../../db/write.ts'
import { learntDirectory, learntModels, newestLearnt } from '../places.ts'
import { labelledTexts } from './labelled.ts'
import { learnInThread } from './learn.ts'
import { linesOfLearning, objectionTo } from './verdict.ts'

/** What was asked for is not done; the message says why and what to do. */
export class LearningRefused extends Error {
  override readonly name = 'LearningRefused'
}

/** What learning works on. */
export interface School {
  readonly writer: Writer
  readonly dataDir: string
  /** The shipped examples, a directory, and the model that was learnt from them. */
  readonly lessons: string
  readonly shipped: string
  readonly say: (line: string) => void
}

/** Older ones are deleted: undo goes back so far. */
const kept = 5

/**
 * Learns from the shipped examples and from what supervisors said, says what got better and worse, and puts the new model to
 * use unless it is worse by more than `margin`. It is on record exactly if it is put to use.
 * @param anyway puts it to use all the same
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
    await write(writer, async tx => {
      const entry = { action: 'intents.trained', noun: 'intents', objectId: null } as const
      await record(tx, atTheServer, { ...entry, before, after }, writer.now())
      fs.renameSync(out, path.join(directory, `${version}.model`))
    })
    for (const { file } of learntModels(dataDir).slice(kept)) fs.rmSync(file)
    say(`Version ${version} is in use: running servers take it up within seconds. “intents undo” goes back`)
  } finally {
    fs.rmSync(out, { force: true })
  }
}

/** Goes back to the model before the newest. @throws LearningRefused where the shipped one is in use */
export async function undoTraining({ writer, dataDir, say }: School): Promise<void> {
  const [newest, next] = learntModels(dataDir)
  if (newest === undefined) throw new LearningRefused('The shipped model is in use: there is nothing to undo')
  const now = next === undefined ? 'shipped' : next.version
  await write(writer, async tx => {
    const entry = { action: 'intents.undone', noun: 'intents', objectId: null } as const
    const change = { before: { version: newest.version }, after: { version: now } }
    await record(tx, atTheServer, { ...entry, ...change }, writer.now())
    fs.rmSync(newest.file)
  })
  say(
    `Version ${newest.version} is gone. In use is ${now === 'shipped' ? 'the shipped model' : `version ${now}`}`,
  )
}
