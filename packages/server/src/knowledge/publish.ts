import { Refusal } from '@parley/core/errors'
import { publishProblems } from '@parley/core/knowledge/rules'
import type { Writer } from '../db/write.ts'
import { type Edit, editAnswer, refuseClash } from './edit.ts'

/**
 * Gives customers what was drafted, from the next message on.
 * @throws Refusal answer.not-found, answer.changed, answer.taken, input.invalid naming what a draft may lack
 */
export const publishAnswer = (writer: Writer, edit: Edit): Promise<void> =>
  editAnswer(
    writer,
    edit,
    ({ draft, published }) => draft === null && published !== null,
    async ({ id, draft, publishedVersion }, tx) => {
      if (draft === null) return null
      const problems = publishProblems(draft)
      const [first] = Object.entries(problems)
      if (first !== undefined)
        throw new Refusal('input.invalid', { reason: `${first[0]} ${first[1]}` }, problems)
      await refuseClash(tx, id, draft)
      const version = (publishedVersion ?? 0) + 1
      return {
        action: 'knowledge.published',
        published: draft,
        draft: null,
        after: { version },
      }
    },
  )
