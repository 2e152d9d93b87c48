import type { FormState } from '@parley/bot/form/state'
import type { Language } from '@parley/bot/language'
import { type BotState, readState } from '@parley/bot/state'
import { step } from '@parley/bot/step'
import type { Input, InputFile, Reply } from '@parley/bot/turn'
import type { HandoverReason, NamedIn, PlacedFiles, Understand, World } from '@parley/bot/world'
import type { ApplicationKind, ApplicationStatus } from '@parley/core/applications/application'
import { applicationNumber } from '@parley/core/applications/rules'
import type { MessageDetails } from '@parley/core/messages/details'
import { placeDocument, wantedOf } from '../applications/documents.ts'
import { channelOf } from '../conversations/reach.ts'
import { statement } from '../db/connection/statement.ts'
import type { Reader, TxContext, Writer } from '../db/write.ts'
import { queueAllOwn } from '../messages/queue.ts'
import { isOpen, keepForm, openDraftOf } from './draft.ts'
import { handToPeople } from './hand-over.ts'
import { remember, saidOver } from './said.ts'
import type { Sources } from './sources.ts'
import { keepUnclear } from './unclear.ts'

export interface BotDeps {
  readonly writer: Writer
  readonly understand: Understand
  readonly namedIn: NamedIn
  readonly sources: Sources
}

/** The bot does not answer older messages: the customer has moved on. */
const oldMs = 60 * 60_000

/** A conversation that waits for the bot, locked. */
export interface Due {
  readonly id: number
  /** The first message that the bot has not read. */
  readonly bot_from: number
  readonly owner_generation: number
  readonly peer: string | null
  readonly customer_id: number
  readonly customer_name: string | null
  readonly customer_phone: string | null
  readonly state: unknown
}

/**
 * Answers a conversation. Read position, state, replies and owner change in one transaction, so that a crash neither repeats a
 * question nor loses an answer.
 */
export async function answerDue(context: TxContext, deps: BotDeps, due: Due): Promise<void> {
  const { tx, publish, now } = context
  const { sources } = deps
  const heard = await heardSince(tx, due.id, due.bot_from)
  const fresh = heard.filter(({ at }) => now.getTime() - at.getTime() < oldMs)
  const before = readState(due.state, now)
  if (fresh.length === 0) {
    if (heard.some(isToBeAnswered)) {
      await handToPeople(context, due, { reason: 'late', state: before, heard })
    } else await heardAll(tx, [due.id, null, null, null])
    return
  }
  const draft = await openDraftOf(tx, due.customer_id, now)
  const world: World = {
    now,
    understand: deps.understand,
    namedIn: deps.namedIn,
    ...(await sources.at(tx, now)),
    name: firstNameOf(due.customer_name),
    applications: toldOf(await applicationsOf(tx, due.customer_id)),
    form: draft === null ? null : { state: draft.state, number: draft.number },
    wanted: bringsFiles(fresh, before) ? await wantedOf(tx, due.customer_id, now) : [],
    known: { fullName: due.customer_name, phoneNumber: due.customer_phone },
  }
  const turn = answerTo(fresh, before, world)
  if (turn.form !== undefined) await keepForm(context, due, { draft, form: turn.form })
  const said = await sayAll(context, due, turn.said)
  for (const files of turn.placed) await place(context, due, files)
  await keepUnclear(context, deps, { before, after: turn.state, heard: fresh })
  await remember(tx, [due.id, JSON.stringify(turn.state), now])
  if (turn.handover !== null)
    await handToPeople(context, due, { reason: turn.handover, state: turn.state, heard })
  const next = turn.handover === null ? (turn.rest ?? unheardFrom(heard)) : null
  const newest = said.at(-1) ?? null
  await heardAll(tx, [due.id, next, newest, newest === null ? null : now])
  publish({ noun: 'conversation', id: due.id, kind: 'changed' })
}

/** Hands over a conversation that the bot fails to answer. */
export async function giveUpOn(context: TxContext, due: Due): Promise<void> {
  const { tx, now } = context
  const heard = await heardSince(tx, due.id, due.bot_from)
  await handToPeople(context, due, { reason: 'failed', state: readState(null, now), heard })
}

/**
 * The bot continues with message $2 (null: it has read all). $3, sent at $4, is the conversation's newest message, as in
 * `noteMessage` (both null: nothing was sent).
 */
const heardAll = statement(
  'bot_heard_all',
  `update conversations set bot_from = $2::bigint,
     last_message_id = case when $3::bigint is null then last_message_id else (
       select id from messages where conversation_id = $1::bigint and id in ($3::bigint, last_message_id)
       order by at desc, id desc limit 1) end,
     last_activity = greatest(last_activity, $4::timestamptz),
     updated_at = coalesce($4::timestamptz, updated_at)
   where id = $1::bigint`,
)

interface Said {
  readonly reply: Reply
  readonly language: Language
  readonly to: Heard
}

interface Answer {
  readonly state: BotState
  readonly said: readonly Said[]
  /** The form after the last message; undefined: no form changed. */
  readonly form: FormState | undefined
  /** Files that applications take. */
  readonly placed: readonly PlacedFiles[]
  readonly handover: HandoverReason | null
  /** The first message that is left for the next turn. */
  readonly rest: number | null
}

/** Applies the messages one by one, until the bot hands over. */
function answerTo(heard: readonly Heard[], before: BotState, world: World): Answer {
  let state = before
  let form: FormState | undefined
  const said: Said[] = []
  const placed: PlacedFiles[] = []
  const number = world.form?.number ?? ''
  for (const [place, message] of heard.entries()) {
    if (!isToBeAnswered(message)) continue
    const open = form === undefined ? world.form : isOpen(form) ? { state: form, number } : null
    const done = step(state, inputOf(message, state), { ...world, form: open })
    state = done.state
    form = done.form ?? form
    if (done.placed !== undefined) placed.push(done.placed)
    const language = state.language ?? 'en'
    for (const reply of done.replies) said.push({ reply, language, to: message })
    if (done.handover !== null) return { state, said, form, placed, handover: done.handover, rest: null }
    // A new form has its number only once it is stored.
    const isBegun = form !== undefined && form.started_at !== world.form?.state.started_at
    if (isBegun) return { state, said, form, placed, handover: null, rest: heard[place + 1]?.id ?? null }
  }
  return { state, said, form, placed, handover: null, rest: null }
}

/** A pressed choice is recognised by its title, among the choices offered last. */
function inputOf(message: Heard, { offered }: BotState): Input {
  const pressed = message.details?.choice?.title ?? null
  const answers = message.details?.form?.answers ?? null
  const choice = pressed === null ? undefined : offered.find(({ title }) => title === pressed)
  return {
    messageId: String(message.id),
    text: pressed ?? (isText(message) ? message.content : ''),
    choiceId: choice?.id ?? null,
    files: message.files,
    caption: message.files.length === 0 ? '' : message.content,
    quotedId: message.quoted_id === null ? null : String(message.quoted_id),
    form: answers === null ? null : { answers, reference: message.details?.form?.reference ?? null },
  }
}

/** @returns the ids of the queued messages, in order */
function sayAll(context: TxContext, due: Due, said: readonly Said[]): Promise<readonly number[]> {
  const place = { conversationId: due.id, source: 'BOT', ownerGeneration: due.owner_generation } as const
  const words = said.map(({ reply, language, to }) => ({
    ...saidOver(channelOf(due), reply, language),
    responseTimeS: Math.max(0, Math.round((context.now.getTime() - to.at.getTime()) / 1000)),
  }))
  return queueAllOwn(context, place, words)
}

/** Whether there are files that an application could take. */
const bringsFiles = (heard: readonly Heard[], { files }: BotState): boolean =>
  files.length > 0 || heard.some(message => message.files.length > 0)

const place = (context: TxContext, due: Due, { document, files }: PlacedFiles): Promise<void> => {
  const { kind, applicationId, type } = document
  const brought = files.map(one => ({
    attachmentId: Number(one.attachment_id),
    messageId: Number(one.message_id),
  }))
  return placeDocument(context, { kind, applicationId, type, conversationId: due.id, files: brought })
}

/** Null: the name has no usable first name. */
const firstNameOf = (name: string | null): string | null => {
  const [first = ''] = (name ?? '').trim().split(/\s+/)
  return /^\p{L}[\p{L}'’.-]{1,29}$/u.test(first) ? first : null
}

/** A message of the customer, as the bot reads it. */
export interface Heard {
  readonly id: number
  readonly content: string
  readonly message_type: string
  readonly quoted_id: number | null
  readonly details: MessageDetails | null
  readonly at: Date
  readonly files: readonly InputFile[]
}

/** The most messages of one turn. */
const mostHeard = 50

const since = statement<Heard>(
  'bot_heard',
  `select id, content, message_type, quoted_id, details, at,
     coalesce((select json_agg(json_build_object('attachmentId', a.id::text, 'mimeType', a.mime_type, 'fileName', a.name)
         order by f.position)
       from message_attachments f join attachments a on a.id = f.attachment_id where f.message_id = messages.id), '[]')
       as files
   from messages where conversation_id = $1::bigint and id >= $2::bigint and source = 'CUSTOMER' and inbound_no is not null
     and revoked_at is null
   order by id limit $3::int`,
)

/** The customer's messages that the bot has not read, in order, without answers to a rating question. */
export const heardSince = (reader: Reader, conversationId: number, from: number): Promise<readonly Heard[]> =>
  since(reader, [conversationId, from, mostHeard])

/** The id from which more messages may wait; null: the bot has read all. */
export const unheardFrom = (heard: readonly Heard[]): number | null =>
  heard.length < mostHeard ? null : (heard.at(-1)?.id ?? 0) + 1

/** Ended calls and marketing preferences need no answer. */
export const isToBeAnswered = ({ details }: Heard): boolean =>
  details?.call === undefined && details?.preference === undefined

/** A caption says too little about a picture's purpose. */
export const isText = ({ message_type: type }: Heard): boolean =>
  type === 'text' || type === 'interactive' || type === 'button'

/** The statuses in words for customers. */
const words: Readonly<Record<ApplicationStatus, string>> = {
  DRAFT: 'not finished yet',
  SUBMITTED: 'received',
  PENDING_DOCUMENTS: 'waiting for your documents',
  UNDER_REVIEW: 'being reviewed',
  APPROVED: 'approved',
  REJECTED: 'not accepted',
}
const mostTold = 5

interface Row {
  readonly kind: ApplicationKind
  readonly id: number
  readonly status: ApplicationStatus
}

const newest = statement<Row>(
  'bot_applications',
  'select kind, id, status from applications where customer_id = $1::bigint order by id desc limit $2::int',
)

/** A customer's newest applications, newest first. */
export const applicationsOf = (reader: Reader, customerId: number): Promise<readonly Row[]> =>
  newest(reader, [customerId, mostTold])

/** The numbers of applications, and their statuses in words. */
export const toldOf = (rows: readonly Row[]): World['applications'] =>
  rows.map(({ kind, id, status }) => ({ number: applicationNumber({ kind, id }), status: words[status] }))
