import { openQuestion } from '@parley/bot/form/open-question'
import { type BotState, readState } from '@parley/bot/state'
import type { Brief } from '@parley/core/bot/brief'
import { Refusal } from '@parley/core/errors'
import { applicationNumber } from '@parley/core/applications/rules'
import { slotText } from '@parley/core/bot/brief-rules'
import { cut } from '@parley/core/text/format'
import { intentLabel } from '@parley/core/intent/rules'
import { handoverReasons, slotLabels } from '@parley/core/bot/brief-constants'
import { slotNames } from '@parley/core/intent/constants'
import { reachOf } from '../../conversations/reach.ts'
import { holdingTransaction } from '../../db/guard.ts'
import type { Writer } from '../../db/write.ts'
import type { Sight } from '../../sight/queries.ts'
import { openDraftOf } from '../draft.ts'
import { applicationsInSight, lastLinesOf, openTicketsOf, briefStandingOf, wordsOf } from './statements.ts'

/** Characters of a message in a brief. */
const longestLine = 500

/**
 * What is known of a conversation before somebody takes it.
 * @throws Refusal conversation.not-found
 */
export const briefOf = ({ db, now }: Pick<Writer, 'db' | 'now'>, id: number, sight: Sight): Promise<Brief> =>
  db.transaction().execute(tx =>
    holdingTransaction(async () => {
      const [row] = await briefStandingOf(tx, [id])
      if (row === undefined) throw new Refusal('conversation.not-found', { id })
      const words = await wordsOf(tx, [id])
      const lines = await lastLinesOf(tx, [id])
      const tickets = await openTicketsOf(tx, id)
      const applications = await applicationsInSight(tx, row.customer_id, sight)
      const draft = await openDraftOf(tx, row.customer_id, now())
      const state = readState(row.state, now())
      const said = new Map(words.map(word => [String(word.id), cut(word.content, longestLine)]))
      const isSeen = applications.some(one => one.id === draft?.applicationId)
      const reason = handoverReasons.find(one => one === row.reason)
      return {
        handed_over:
          reason === undefined || row.handed_over_at === null
            ? null
            : { at: row.handed_over_at.toISOString(), reason },
        wants: state.wish === null ? null : { ...state.wish, label: intentLabel(state.wish.intent) },
        slots: slotsOf(state, said),
        answered: state.answered.flatMap(({ message_id: message, answer }) => {
          const question = said.get(message)
          return question === undefined ? [] : [{ question, answer }]
        }),
        unclear: state.unclear.flatMap(message => said.get(message) ?? []),
        form:
          draft === null || !isSeen
            ? null
            : { kind: draft.state.kind, number: draft.number, asked: openQuestion(draft.state) },
        language: state.language,
        last_lines: lines
          .toReversed()
          .map(line => ({ ...line, text: cut(line.text, longestLine), at: line.at.toISOString() })),
        window: reachOf(row, row),
        open_tickets: [...tickets],
        applications: applications.map(({ kind, id: number, status }) => ({
          kind,
          number: applicationNumber({ kind, id: number }),
          status,
        })),
        previous_owner:
          row.previous_name === null || row.previous_at === null
            ? null
            : { name: row.previous_name, at: row.previous_at.toISOString() },
        bot_on: row.bot_on,
      }
    }),
  )

/** What was named in a message that has its words still, and what was asked for and not named. */
function slotsOf(
  { slots, named_in: places, asked }: BotState,
  said: ReadonlyMap<string, string>,
): Brief['slots'] {
  return slotNames.flatMap((name): Brief['slots'] => {
    const [value, place] = [slots[name], places[name]]
    const label = slotLabels[name]
    if (value !== undefined)
      return place !== undefined && said.has(place) ? [{ name, label, value: slotText(name, value) }] : []
    return asked.some(one => one === name) ? [{ name, label, value: null }] : []
  })
}
