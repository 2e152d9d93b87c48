import { sql } from 'kysely'
import { openAgain } from '@parley/bot/form/prefill'
import type { FormState } from '@parley/bot/form/state'
import { askAgain } from '@parley/bot/form/step'
import { say } from '@parley/bot/sayings'
import { readState } from '@parley/bot/state'
import { offeredIn, type Reply } from '@parley/bot/turn'
import { formNames } from '@parley/core/applications/form'
import { applicationNumber } from '@parley/core/applications/rules'
import { Refusal } from '@parley/core/errors'
import type { Language } from '@parley/core/text/languages'
import type { ApplicationEdit } from '../applications/lock.ts'
import { conversationToTell } from '../applications/tell-customer.ts'
import type { Doer } from '../audit/record.ts'
import type { LockedConversation } from '../conversations/lock.ts'
import { channelOf, refuseUnlessOpen } from '../conversations/reach.ts'
import { type Emit, type Tx, write, type Writer } from '../db/write.ts'
import { queueOwn } from '../messages/queue.ts'
import { keepState } from './draft.ts'
import { giveToBot } from './hand-to-bot.ts'
import { lockDraft } from './open-draft.ts'
import { saidOver } from './said.ts'

/**
 * Gives the conversation of an application to the bot, which asks the customer for what is still open in its form.
 * @throws Refusal application.not-found, application.takes-no-fields, conversation.archived, bot.off, assignment.taken,
 *   message.window-closed, message.unreachable, customer.erased
 */
export const letBotAsk = (writer: Writer, { kind, id, caller }: ApplicationEdit): Promise<void> =>
  write(writer, async (tx, emit) => {
    const now = writer.now()
    const told = await conversationToTell(tx, { kind, id }, now)
    const { form } = await lockDraft(tx, { kind, id }, now)
    if (told === null) throw new Refusal('conversation.archived')
    await askForm(tx, emit, { conversation: told.conversation, id, form, by: caller }, now)
    await tx.updateTable('applications').set({ updated_at: now }).where('id', '=', id).execute()
    emit({ noun: 'application', id, kind: 'changed' })
  })

interface Asked {
  /** Locked. */
  readonly conversation: LockedConversation
  /** The application's. */
  readonly id: number
  readonly form: FormState
  readonly by: Doer & { readonly agentId: number }
}

/**
 * The same in a transaction that holds both. What the customer wrote before is dealt with: the next thing is the answer to the
 * question.
 * @throws Refusal conversation.archived, bot.off, assignment.taken, message.window-closed, message.unreachable
 */
export async function askForm(
  tx: Tx,
  emit: Emit,
  { conversation, id, form, by }: Asked,
  now: Date,
): Promise<void> {
  refuseUnlessOpen(conversation, now)
  await giveToBot(tx, emit, { conversation, by, waiting: 'dealt-with' }, now)
  const open = openAgain(form, now)
  const state = await rememberedIn(tx, conversation.id, now)
  const language = state.language ?? 'en'
  const number = applicationNumber({ kind: form.kind, id })
  const first = { text: say('formBegun', language, { number, name: formNames[form.kind].name }) }
  await keepState(tx, id, open, now)
  await askInChat(
    tx,
    emit,
    { conversation, language, replies: [first, ...askAgain(open, { now, language })] },
    now,
  )
}

/** What the bot remembers of a conversation. */
export async function rememberedIn(tx: Tx, conversationId: number, now: Date) {
  const row = await tx
    .selectFrom('bot_states')
    .select('state')
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  return readState(row?.state, now)
}

interface Question {
  /** Of the bot, and locked. */
  readonly conversation: Pick<LockedConversation, 'id' | 'peer'>
  readonly language: Language
  readonly replies: readonly Reply[]
}

/** Has the bot say something of a form that nobody asked for at this moment: what comes next is an answer to the form. */
export async function askInChat(
  tx: Tx,
  emit: Emit,
  { conversation, language, replies }: Question,
  now: Date,
): Promise<void> {
  const { owner_generation: generation } = await tx
    .selectFrom('conversations')
    .select('owner_generation')
    .where('id', '=', conversation.id)
    .executeTakeFirstOrThrow()
  for (const reply of replies) {
    const said = saidOver(channelOf(conversation), reply, language)
    const own = { ...said, source: 'BOT', ownerGeneration: generation } as const
    await queueOwn(tx, emit, { ...own, conversationId: conversation.id }, now)
  }
  const state = {
    ...(await rememberedIn(tx, conversation.id, now)),
    greeted: true,
    in_form: true,
    asking: null,
    misses: 0,
    files: [],
    offered: offeredIn(replies),
  }
  await sql`insert into bot_states (conversation_id, state, updated_at)
    values (${conversation.id}, ${JSON.stringify(state)}::jsonb, ${now})
    on conflict (conversation_id) do update set state = excluded.state, updated_at = excluded.updated_at`.execute(
    tx,
  )
}
