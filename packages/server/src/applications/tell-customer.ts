import { sql } from 'kysely'
import { requestText } from '@parley/bot/request'
import type { CustomerRequest } from '@parley/core/applications/api'
import type { Application, ApplicationKind, UntoldReason } from '@parley/core/applications/application'
import { openPoints, pointsToAskFor } from '@parley/core/applications/open-points'
import { applicationNumber, untoldReasonWords } from '@parley/core/applications/rules'
import { firstNameOf } from '@parley/core/canned-replies/rules'
import { reachProblem } from '@parley/core/conversations/window'
import { ApiError } from '@parley/core/errors'
import type { ConversationId } from '@parley/core/ids'
import type { MessageDetails } from '@parley/core/messages/details'
import { templateVariables } from '@parley/core/templates/rules'
import type { Language } from '@parley/core/text/languages'
import { lockConversation, type LockedConversation } from '../conversations/lock.ts'
import { modeOf } from '../conversations/reach.ts'
import type { Reader, TxContext } from '../db/write.ts'
import { queueOwn } from '../messages/queue.ts'
import { workspaceSettings } from '../settings/queries.ts'
import { isVisible, type VisibilityScope } from '../visibility/queries.ts'
import { fillIn, templatesFor } from '../templates/queries.ts'

/** The conversation for a notice to a customer, and the customer's language. */
export interface Told {
  readonly conversation: LockedConversation
  readonly language: Language
}

/**
 * Chooses and locks the conversation for a notice about an application: preferably one in which the customer wrote within
 * 24 hours, preferably the application's own. Lock it before the application. Null: all are archived or erased.
 */
export async function conversationToTell({ tx, now }: TxContext, named: Named): Promise<Told | null> {
  const found = await placeToTell(tx, named, null, now)
  if (found === null) return null
  return { ...found, conversation: await lockConversation(tx, found.conversation.id) }
}

interface Named {
  readonly kind: ApplicationKind
  readonly id: number
}

/** The same without a lock, among the conversations of a visibility scope. */
async function placeToTell(
  reader: Reader,
  { kind, id }: Named,
  visibility: VisibilityScope,
  now: Date,
): Promise<Told | null> {
  const { rows } = await sql<ReachRow>`
    select c.*, c.id = a.conversation_id as is_own, s.state->>'language' as language
    from applications a join conversations c on c.customer_id = a.customer_id
      left join bot_states s on s.conversation_id = c.id
    where a.id = ${id} and a.kind = ${kind} and c.status <> 'ARCHIVED' and c.erased_at is null and ${isVisible(visibility)}
    order by is_own desc, c.customer_wrote_at desc nulls last, c.id desc limit 20`.execute(reader)
  const conversation =
    rows.find(row => modeOf(row, now).is === 'open') ?? rows.find(row => row.is_own) ?? rows[0]
  if (conversation === undefined) return null
  return { conversation, language: rows.find(row => row.language !== null)?.language ?? 'en' }
}

type ReachRow = LockedConversation & { readonly is_own: boolean; readonly language: Language | null }

export interface Notice {
  /** "IPP-2207", for a template with a variable for it. */
  readonly number: string
  readonly text: (language: Language) => string
}

/** The queued message, or why there is none. */
export type Outcome = { readonly messageId: number } | { readonly not: UntoldReason }

/**
 * Queues a notice to the customer: text within 24 hours of their last message, later the workspace's template. It is no
 * reply: it ends no wait, counts in no report, and the conversation keeps its owner.
 */
export async function tellCustomer(context: TxContext, told: Told | null, notice: Notice): Promise<Outcome> {
  const { tx, now } = context
  if (told === null) return { not: 'no-conversation' }
  const { conversation, language } = told
  const mode = modeOf(conversation, now)
  if (mode.is === 'unreachable') return { not: 'unreachable' }
  const own = { conversationId: conversation.id, source: 'SYSTEM', ownerGeneration: null } as const
  if (mode.is !== 'template-only') {
    const words = { type: 'text', content: notice.text(language), details: null } as const
    return { messageId: await queueOwn(context, { ...own, ...words }) }
  }
  const filled = await template(tx, told, notice)
  if (typeof filled === 'string') return { not: filled }
  const said = { type: 'template', content: filled.body, details: { template: filled } } as const
  return { messageId: await queueOwn(context, { ...own, ...said }) }
}

/**
 * The workspace's template in the customer's language, else in English. Its variables are the notice, or the number and the
 * notice.
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
    if (cause instanceof ApiError) return 'template-unfit'
    throw cause
  }
}

/** The caller's visibility scope, and the time. */
interface Asked {
  readonly visibility: VisibilityScope
  readonly now: Date
}

/**
 * Drafts a message that asks the customer for the open points of their application, and chooses the conversation for it:
 * the application's own, or another one within 24 hours of the customer's last message.
 * @throws ApiError application.nothing-to-ask, application.customer-not-asked with the reason
 */
export async function customerRequest(
  reader: Reader,
  application: Application,
  { visibility, now }: Asked,
): Promise<CustomerRequest> {
  const points = pointsToAskFor(application, openPoints(application, now))
  if (points.length === 0) throw new ApiError('application.nothing-to-ask')
  const { kind, customer, form_data: form } = application
  const place = await placeToTell(reader, { kind, id: Number(application.id) }, visibility, now)
  const problem = place === null ? null : reachProblem(modeOf(place.conversation, now))
  if (place === null || problem !== null) {
    const why = problem?.sentence.replace(/\.$/u, '') ?? untoldReasonWords['no-conversation']
    throw new ApiError('application.customer-not-asked', { why })
  }
  const request = {
    kind,
    number: applicationNumber(application),
    // The name of a customer who gave none is a phone number.
    firstName: /\p{L}/u.test(customer.name) ? firstNameOf(customer.name) : null,
    points,
    beneficiaries: form.beneficiaries.map(({ name }) => name),
  }
  return {
    conversation_id: String(place.conversation.id) as ConversationId,
    language: place.language,
    text: requestText(request, place.language),
  }
}
