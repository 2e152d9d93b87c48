import { sql } from 'kysely'
import { shown } from '@parley/bot/form/field'
import { fieldAt } from '@parley/bot/form/fields'
import { prefill } from '@parley/bot/form/prefill'
import type { At, FormState, Source } from '@parley/bot/form/state'
import { askAgain } from '@parley/bot/form/step'
import { say } from '@parley/bot/sayings'
import type { BotState } from '@parley/bot/state'
import type { FieldEdit } from '@parley/core/applications/drafts'
import { ApiError } from '@parley/core/errors'
import { type ApplicationEdit, refuseStale } from '../applications/actions.ts'
import { applicationsById } from '../applications/queries.ts'
import { record } from '../audit/record.ts'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { askInChat } from './agent-forms.ts'
import { fill, lockDraft } from './draft.ts'
import { rememberedIn } from './said.ts'

interface Fields {
  readonly fields: readonly FieldEdit[]
  readonly version?: number | undefined
}

/**
 * Fills in or corrects fields of a form for the customer, all or none; each is parsed as the customer's own answer would be. The
 * bot does not ask for a filled field, and shows a changed summary again. Only the customer gives consents and documents. An
 * equal value changes nothing.
 * @throws ApiError application.not-found, application.takes-no-fields, application.stale with `current`, input.invalid with each
 *   field's reason, customer.erased
 */
export const fillFields = (
  writer: Writer,
  { kind, id, caller }: ApplicationEdit,
  { fields, version }: Fields,
): Promise<void> =>
  write(writer, async context => {
    const { tx, publish, now } = context
    const asking = await lockAsking(context, id)
    const { application, form, place } = await lockDraft(context, { kind, id })
    await refuseStale(tx, application, version)
    const isAsked = asking !== null && asking.asks === id
    // The customer's unread message may confirm the summary that they saw, so the summary must not change now.
    const isConfirming = form.at.step === 'summary' || form.at.step === 'consent'
    const hasMoved = fields.some(one => isReplaced(form, one))
    if (hasMoved || (isAsked && asking.isBehind && isConfirming)) await refuseAsStale(tx, id)
    const source = {
      how: 'agent',
      message_id: null,
      at: now.toISOString(),
      agent_id: String(caller.agentId),
    } as const
    const filled = filledBy(form, fields, source)
    if (filled === form) return
    const state = isAsked && asking.isBehind ? { ...filled, at: form.at, misses: form.misses } : filled
    await fill(context, place, id, state)
    await tx
      .updateTable('application_drafts')
      .set({ state: JSON.stringify(state) })
      .where('application_id', '=', id)
      .execute()
    await tx
      .updateTable('applications')
      .set({ version: sql<number>`version + 1` })
      .where('id', '=', id)
      .execute()
    const changed = fields.map(({ field }) => field).filter(path => state.values[path]?.source === source)
    await record(context, caller, 'application.filled-in', id, { after: { fields: changed } })
    if (isAsked && !asking.isBehind && isAskedAnew(form, state))
      await tellAndAsk(context, asking, state, changed)
    publish({ noun: 'application', id, kind: 'changed' })
  })

/** The conversation in which the bot asks the customer for a form. */
interface Asking {
  readonly id: number
  readonly peer: string | null
  readonly state: BotState
  /** Whether the bot has unread messages of the customer. */
  readonly isBehind: boolean
  /** The application that the bot asks for. */
  readonly asks: number | null
}

/** Locks the conversation in which the bot asks this application's customer for a form. Null: there is none. */
async function lockAsking({ tx, now }: TxContext, id: number): Promise<Asking | null> {
  const { rows } = await sql<{
    id: number
    peer: string | null
    bot_from: number | null
    customer_id: number
  }>`
    select c.id, c.peer, c.bot_from, c.customer_id from conversations c
    where c.customer_id = (select customer_id from applications where id = ${id}) and c.with_bot
    order by c.id for no key update of c`.execute(tx)
  for (const row of rows) {
    const state = await rememberedIn(tx, row.id, now)
    if (!state.in_form) continue
    const newest = await newestAsked(tx, row.customer_id)
    return { id: row.id, peer: row.peer, state, isBehind: row.bot_from !== null, asks: newest ?? null }
  }
  return null
}

/** The form that the bot's next turn would choose. */
const newestAsked = async (tx: Tx, customerId: number): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select a.id from application_drafts d join applications a on a.id = d.application_id
    where a.customer_id = ${customerId} and a.status = 'DRAFT' and d.state->>'status' in ('asking', 'paused')
    order by d.is_asked desc, d.updated_at desc, a.id desc limit 1`.execute(tx)
  return rows[0]?.id
}

/** Whether the field has changed since the edit's author read it. */
const isReplaced = (form: FormState, { field, replaces }: FieldEdit): boolean =>
  replaces !== undefined && (form.values[field]?.source.at ?? null) !== replaces

const refuseAsStale = async (tx: Tx, id: number): Promise<never> => {
  const current = (await applicationsById(tx, [id])).get(id)
  throw new ApiError('application.stale', {}, undefined, { current })
}

/** @throws ApiError input.invalid with the reason of each invalid field */
function filledBy(form: FormState, fields: readonly FieldEdit[], source: Source): FormState {
  let state = form
  const wrong: Record<string, string> = {}
  for (const { field, value } of fields) {
    const read = prefill(state, field, value, source)
    if (read.problem === undefined) state = read.state
    else wrong[field] = read.problem.en
  }
  const [first] = Object.entries(wrong)
  if (first === undefined) return state
  const [path, reason] = first
  throw new ApiError(
    'input.invalid',
    { reason: `${fieldAt(form.kind, path)?.label.en ?? path}: ${reason}` },
    wrong,
  )
}

const isSame = (one: At, other: At): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Whether the open question in the chat has changed, or shows old values. */
const isAskedAnew = (before: FormState, after: FormState): boolean =>
  after.status === 'asking' && (!isSame(before.at, after.at) || after.at.step === 'summary')

/** Makes the bot name the filled fields and ask the open question. */
function tellAndAsk(
  context: TxContext,
  asking: Asking,
  state: FormState,
  changed: readonly string[],
): Promise<void> {
  const language = asking.state.language ?? 'en'
  const fields = changed
    .flatMap(path => {
      const field = fieldAt(state.kind, path)
      const value = state.values[path]?.value
      return field === undefined || value === undefined
        ? []
        : [`${field.label[language]}: ${shown(field, value, language)}`]
    })
    .join(', ')
  const again = askAgain(state, { now: context.now, language })
  const replies = [{ text: say('formFilled', language, { fields }) }, ...again]
  return askInChat(context, asking, language, replies)
}
