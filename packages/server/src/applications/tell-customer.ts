import type { ApplicationKind, UntoldReason } from '@parley/core/applications/application'
import { Refusal } from '@parley/core/errors'
import { templateVariables } from '@parley/core/templates/rules'
import type { MessageDetails } from '@parley/core/messages/details'
import type { Language } from '@parley/core/text/languages'
import { sql } from 'kysely'
import { type LockedConversation, lockConversation } from '../conversations/lock.ts'
import { modeOf } from '../conversations/reach.ts'
import type { Emit, Reader, Tx } from '../db/write.ts'
import { queueOwn } from '../messages/queue.ts'
import { workspaceSettings } from '../settings/queries.ts'
import { isInSight, type Sight } from '../sight/queries.ts'
import { fillIn } from '../templates/fill-in.ts'
import { templatesFor } from '../templates/queries.ts'

/** Where a customer is told something: a locked conversation, and the language that they write. */
export interface Told {
  readonly conversation: LockedConversation
  readonly language: Language
}

/**
 * The conversation in which a customer hears of an application: its own or another of theirs, one in which they wrote within
 * 24 hours before one in which they did not. Locked, before the application is. Null: none is left.
 */
export async function conversationToTell(tx: Tx, named: Named, now: Date): Promise<Told | null> {
  const found = await placeToTell(tx, named, null, now)
  if (found === null) return null
  return { ...found, conversation: await lockConversation(tx, found.conversation.id) }
}

interface Named {
  readonly kind: ApplicationKind
  readonly id: number
}

/** The same, of the conversations in a sight, to look at: not locked. */
export async function placeToTell(
  reader: Reader,
  { kind, id }: Named,
  sight: Sight,
  now: Date,
): Promise<Told | null> {
  const { rows } = await sql<ReachRow>`
    select c.*, c.id = a.conversation_id as is_own, s.state->>'language' as language
    from applications a join conversations c on c.customer_id = a.customer_id
      left join bot_states s on s.conversation_id = c.id
    where a.id = ${id} and a.kind = ${kind} and c.status <> 'ARCHIVED' and c.erased_at is null and ${isInSight(sight)}
    order by is_own desc, c.customer_wrote_at desc nulls last, c.id desc limit 20`.execute(reader)
  const conversation =
    rows.find(row => modeOf(row, now).is === 'open') ?? rows.find(row => row.is_own) ?? rows[0]
  if (conversation === undefined) return null
  return { conversation, language: rows.find(row => row.language !== null)?.language ?? 'en' }
}

type ReachRow = LockedConversation & { readonly is_own: boolean; readonly language: Language | null }

/** What a customer is told of an application. */
export interface Notice {
  /** "IPP-2207", for a template that has a place for it. */
  readonly number: string
  readonly text: (language: Language) => string
}

/** The message that was queued, or why none was. */
export type Outcome = { readonly messageId: number } | { readonly not: UntoldReason }

/**
 * Queues a notice of the desk: words within the 24 hours, after them the template that the workspace chose. It is nobody's
 * answer: it ends no wait, counts in no figure, and leaves whoever has the conversation.
 */
export async function tellCustomer(
  tx: Tx,
  emit: Emit,
  told: Told | null,
  notice: Notice,
  now: Date,
): Promise<Outcome> {
  if (told === null) return { not: 'no-conversation' }
  const { conversation, language } = told
  const mode = modeOf(conversation, now)
  if (mode.is === 'unreachable') return { not: 'unreachable' }
  const own = { conversationId: conversation.id, source: 'SYSTEM', ownerGeneration: null } as const
  if (mode.is !== 'template-only') {
    const words = { type: 'text', content: notice.text(language), details: null } as const
    return { messageId: await queueOwn(tx, emit, { ...own, ...words }, now) }
  }
  const filled = await template(tx, told, notice)
  if (typeof filled === 'string') return { not: filled }
  const said = { type: 'template', content: filled.body, details: { template: filled } } as const
  return { messageId: await queueOwn(tx, emit, { ...own, ...said }, now) }
}

/**
 * The workspace's template in the customer's language, else in English. It has one variable, for the whole notice, or two, for
 * the number and the notice.
 */
async function template(
  reader: Reader,
  { conversation, language }: Told,
  { number, text }: Notice,
): Promise<NonNullable<MessageDetails['template']> | UntoldReason> {
  const name = (await workspaceSettings(reader)).settings.application_template
  if (name === null) return 'no-template'
  const named = (await templatesFor(reader, conversation.id)).templates.filter(one => one.name === name)
  const inLanguage = (wanted: Language) =>
    named.find(one => one.language === wanted || one.language.startsWith(`${wanted}_`))
  const chosen = inLanguage(language) ?? inLanguage('en')
  if (chosen === undefined) return 'template-unknown'
  const words = text(chosen === inLanguage(language) ? language : 'en').replaceAll(/\s+/g, ' ')
  const variables = templateVariables(chosen)
  const values = variables.length === 1 ? [words] : [number, words]
  if (variables.length !== values.length || variables.some(({ part }) => part !== 'body'))
    return 'template-unfit'
  const given = Object.fromEntries(variables.map(({ key }, place) => [key, values[place] ?? '']))
  try {
    const { details, file } = await fillIn(reader, conversation.id, {
      name,
      language: chosen.language,
      values: given,
    })
    return file === null ? details : 'template-unfit'
  } catch (cause) {
    if (cause instanceof Refusal) return 'template-unfit'
    throw cause
  }
}
