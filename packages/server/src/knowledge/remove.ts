import type { Writer } from '../db/write.ts'
import { type Edit, editAnswer, refuseClash } from './edit.ts'

/** Takes an answer out: customers do not get it any more. @throws Refusal answer.not-found, answer.changed */
export const removeAnswer = (writer: Writer, edit: Edit): Promise<void> =>
  editAnswer(
    writer,
    edit,
    ({ removed }) => removed,
    () => ({ action: 'knowledge.removed', removed: true, after: {} }),
  )

/**
 * Brings back an answer that was taken out, as it was.
 * @throws Refusal answer.not-found, answer.changed, answer.taken where another one took its place
 */
export const restoreAnswer = (writer: Writer, edit: Edit): Promise<void> =>
  editAnswer(
    writer,
    { ...edit, ofRemoved: true },
    ({ removed }) => !removed,
    async ({ id, published }, tx) => {
      if (published !== null) await refuseClash(tx, id, published)
      return { action: 'knowledge.restored', removed: false, after: {} }
    },
  )
