import { sql } from 'kysely'
import { openAgain } from '@parley/bot/form/prefill'
import { type FormState, startForm } from '@parley/bot/form/state'
import { askAgain } from '@parley/bot/form/step'
import { say } from '@parley/bot/sayings'
import { offeredIn, type Reply } from '@parley/bot/turn'
import type { ApplicationKind } from '@parley/core/applications/application'
import { formNames } from '@parley/core/applications/form'
import { applicationNumber } from '@parley/core/applications/rules'
import { ApiError } from '@parley/core/errors'
import type { Language } from '@parley/core/text/languages'
import type { ApplicationEdit } from '../applications/actions.ts'
import { conversationToTell } from '../applications/tell-customer.ts'
import { type Actor, record } from '../audit/record.ts'
import {
  lockConversation,
  lockCustomerOf,
  type LockedConversation,
  refuseArchived,
} from '../conversations/lock.ts'
import { refuseUnlessOpen } from '../conversations/reach.ts'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { begin, fill, keepState, lockDraft } from './draft.ts'
import { giveToBot } from './hand-over.ts'
import { remember, rememberedIn, sayInChat } from './said.ts'

/**
 * Gives the conversation of an application to the bot, which asks the customer the open questions of its form.
 * @throws ApiError application.not-found, application.takes-no-fields, conversation.archived, bot.off, assignment.taken,
 *   message.window-closed, message.unreachable, customer.erased
 */
export const letBotAsk = (writer: Writer, { kind, id, caller }: ApplicationEdit): Promise<void> =>
  write(writer, async context => {
    const { tx, publish, now } = context
    const told = await conversationToTell(context, { kind, id })
    const { form } = await lockDraft(context, { kind, id })
    if (told === null) throw new ApiError('conversation.archived')
    await askForm(context, { conversation: told.conversation, id, form, by: caller })
    await tx.updateTable('applications').set({ updated_at: now }).where('id', '=', id).execute()
    publish({ noun: 'application', id, kind: 'changed' })
  })

interface Asked {
  /** Locked. */
  readonly conversation: LockedConversation
  /** The application's id. */
  readonly id: number
  readonly form: FormState
  readonly by: Actor & { readonly agentId: number }
}

/**
 * As `letBotAsk`, in a transaction that has locked both rows. Earlier messages of the customer count as handled: the next message
 * answers the question.
 * @throws ApiError conversation.archived, bot.off, assignment.taken, message.window-closed, message.unreachable
 */
export async function askForm(context: TxContext, { conversation, id, form, by }: Asked): Promise<void> {
  const { tx, now } = context
  refuseUnlessOpen(conversation, now)
  await giveToBot(context, conversation, by, 'dealt-with')
  const open = openAgain(form, now)
  const state = await rememberedIn(tx, conversation.id, now)
  const language = state.language ?? 'en'
  const number = applicationNumber({ kind: form.kind, id })
  const first = { text: say('formBegun', language, { number, name: formNames[form.kind].name }) }
  await keepState(context, id, open)
  await askInChat(context, conversation, language, [first, ...askAgain(open, { now, language })])
}

/**
 * Sends replies about a form outside a turn. The customer's next message is an answer to the form.
 * @param conversation with the bot, and locked
 */
export async function askInChat(
  context: TxContext,
  conversation: Pick<LockedConversation, 'id' | 'peer'>,
  language: Language,
  replies: readonly Reply[],
): Promise<void> {
  const { tx, now } = context
  const { owner_generation: generation } = await tx
    .selectFrom('conversations')
    .select('owner_generation')
    .where('id', '=', conversation.id)
    .executeTakeFirstOrThrow()
  await sayInChat(context, { ...conversation, generation }, language, replies)
  const state = {
    ...(await rememberedIn(tx, conversation.id, now)),
    greeted: true,
    in_form: true,
    asking: null,
    misses: 0,
    files: [],
    offered: offeredIn(replies),
  }
  await remember(tx, [conversation.id, JSON.stringify(state), now])
}

interface Wanted {
  readonly kind: ApplicationKind
  readonly conversationId: number
  /** Whether the bot asks the customer for it from now on. */
  readonly botAsks: boolean
  readonly by: Actor & { readonly agentId: number }
}

/**
 * Begins a form for a customer, as a draft in this conversation. The bot mentions it once `botAsks`, or when the customer asks
 * for such a form. @returns the application's id
 * @throws ApiError conversation.not-found, conversation.archived, application.begun-already with its number, bot.off,
 *   assignment.taken, message.window-closed, message.unreachable, customer.erased
 */
export const beginForm = (writer: Writer, { kind, conversationId, botAsks, by }: Wanted): Promise<number> =>
  write(writer, async context => {
    const { tx, publish, now } = context
    // The lock keeps two agents from beginning a form for one customer at the same time.
    const customerId = await lockCustomerOf(tx, conversationId)
    const customer = await tx
      .selectFrom('customers')
      .select(['id', 'name', 'phone'])
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow()
    const conversation = await lockConversation(tx, conversationId)
    refuseArchived(conversation)
    const open = await openOf(tx, kind, customer.id)
    if (open !== undefined)
      throw new ApiError('application.begun-already', { number: applicationNumber({ kind, id: open.id }) })
    const known = { fullName: customer.name, phoneNumber: customer.phone }
    const form = { ...startForm(kind, known, now), status: 'paused' as const }
    const place = {
      id: conversationId,
      customer_id: customer.id,
      customer_name: customer.name,
      customer_phone: customer.phone,
    }
    const id = await begin(context, place, form, by.agentId)
    await fill(context, place, id, form)
    await sql`insert into application_drafts (application_id, state, updated_at, is_asked)
      values (${id}, ${JSON.stringify(form)}::jsonb, ${now}, false)`.execute(tx)
    await record(context, by, 'application.begun', id)
    if (botAsks) await askForm(context, { conversation, id, form, by })
    publish({ noun: 'application', id, kind: 'created' })
    return id
  })

const openOf = (tx: Tx, kind: ApplicationKind, customerId: number) =>
  tx
    .selectFrom('applications')
    .innerJoin('application_drafts', 'application_drafts.application_id', 'applications.id')
    .select('applications.id')
    .where('customer_id', '=', customerId)
    .where('kind', '=', kind)
    .where('status', '=', 'DRAFT')
    .where(sql<string>`application_drafts.state->>'status'`, 'in', ['asking', 'paused'])
    .orderBy('applications.id', 'desc')
    .executeTakeFirst()
