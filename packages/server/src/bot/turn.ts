import type { Language } from '@parley/bot/language'
import type { NamedIn, Understand } from '@parley/bot/meaning'
import type { FormState } from '@parley/bot/form/state'
import { type BotState, readState } from '@parley/bot/state'
import { step } from '@parley/bot/step'
import type { Input, Reply } from '@parley/bot/turn'
import type { HandoverReason, PlacedFiles, World } from '@parley/bot/world'
import { placeDocument } from '../applications/place-document.ts'
import { wantedOf } from '../applications/wanted.ts'
import { channelOf } from '../conversations/reach.ts'
import { statement } from '../db/statement.ts'
import type { Emit, Tx, Writer } from '../db/write.ts'
import { queueAllOwn } from '../messages/queue.ts'
import { applicationsOf, toldOf } from './applications.ts'
import { isOpen, keepForm, openDraftOf } from './draft.ts'
import { handToPeople } from './hand-over.ts'
import { type Heard, heardSince, isText, isToBeAnswered, unheardFrom } from './heard.ts'
import { saidOver } from './said.ts'
import type { Sources } from './sources.ts'
import { keepUnclear } from './unclear/keep.ts'

/** What the bot goes by, beside the conversation. */
export interface BotDeps {
  readonly writer: Writer
  readonly understand: Understand
  readonly namedIn: NamedIn
  readonly sources: Sources
}

/** What is older is not answered: the customer has long done something else. */
const oldMs = 60 * 60_000

/** A conversation that waits for the bot, locked. */
export interface Due {
  readonly id: number
  /** The message from which on it is to be heard. */
  readonly bot_from: number
  readonly owner_generation: number
  readonly peer: string | null
  readonly customer_id: number
  readonly customer_name: string | null
  readonly customer_phone: string | null
  readonly state: unknown
}

/**
 * Answers a conversation: what was heard, what is remembered, what is said and who has it change in one transaction, together
 * or not at all, so that a crash leaves neither a question asked twice nor an answer lost.
 */
export async function answerDue(deps: BotDeps, tx: Tx, emit: Emit, due: Due): Promise<void> {
  const { writer, sources } = deps
  const now = writer.now()
  const heard = await heardSince(tx, due.id, due.bot_from)
  const fresh = heard.filter(({ at }) => now.getTime() - at.getTime() < oldMs)
  const before = readState(due.state, now)
  if (fresh.length === 0) {
    if (heard.some(isToBeAnswered)) {
      await handToPeople(tx, emit, due, { reason: 'late', state: before, heard }, now)
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
  if (turn.form !== undefined) await keepForm(tx, emit, due, { draft, form: turn.form }, now)
  const said = await sayAll(tx, emit, due, turn.said, now)
  for (const files of turn.placed) await place(tx, emit, due, files, now)
  await keepUnclear(tx, emit, deps, { before, after: turn.state, heard: fresh })
  await remember(tx, [due.id, JSON.stringify(turn.state), now])
  if (turn.handover !== null)
    await handToPeople(tx, emit, due, { reason: turn.handover, state: turn.state, heard }, now)
  const next = turn.handover === null ? (turn.rest ?? unheardFrom(heard)) : null
  const newest = said.at(-1) ?? null
  await heardAll(tx, [due.id, next, newest, newest === null ? null : now])
  emit({ noun: 'conversation', id: due.id, kind: 'changed' })
}

/** People have a conversation that the bot fails at, with whatever is known of it. */
export async function giveUpOn(tx: Tx, emit: Emit, due: Due, now: Date): Promise<void> {
  const heard = await heardSince(tx, due.id, due.bot_from)
  await handToPeople(tx, emit, due, { reason: 'failed', state: readState(null, now), heard }, now)
}

/**
 * The bot goes on with the message $2 (null: all was heard), and $3, said at $4, is the conversation's newest, as in
 * `noteMessage` (both null: nothing was said).
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

const remember = statement(
  'bot_remember',
  `insert into bot_states (conversation_id, state, updated_at) values ($1::bigint, $2::jsonb, $3::timestamptz)
   on conflict (conversation_id) do update set state = excluded.state, updated_at = excluded.updated_at`,
)

interface Said {
  readonly reply: Reply
  readonly language: Language
  readonly to: Heard
}

interface Answer {
  readonly state: BotState
  readonly said: readonly Said[]
  /** As the last message left it; undefined: nothing was done to one. */
  readonly form: FormState | undefined
  /** Files that applications take. */
  readonly placed: readonly PlacedFiles[]
  readonly handover: HandoverReason | null
  /** The first message that is left for the next turn. */
  readonly rest: number | null
}

/** Steps through what was heard, until people take over: the rest is theirs. */
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
    // A form that was begun has its number once it is kept.
    const isBegun = form !== undefined && form.started_at !== world.form?.state.started_at
    if (isBegun) return { state, said, form, placed, handover: null, rest: heard[place + 1]?.id ?? null }
  }
  return { state, said, form, placed, handover: null, rest: null }
}

/** What was pressed is known by its words: they are those of what was offered last, or of an earlier message of ours. */
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

/** Answers the ids of what is said, in its order. */
function sayAll(tx: Tx, emit: Emit, due: Due, said: readonly Said[], now: Date): Promise<readonly number[]> {
  const place = { conversationId: due.id, source: 'BOT', ownerGeneration: due.owner_generation } as const
  const words = said.map(({ reply, language, to }) => ({
    ...saidOver(channelOf(due), reply, language),
    responseTimeS: Math.max(0, Math.round((now.getTime() - to.at.getTime()) / 1000)),
  }))
  return queueAllOwn(tx, emit, place, words, now)
}

/** Whether there is anything that an application could take. */
const bringsFiles = (heard: readonly Heard[], { files }: BotState): boolean =>
  files.length > 0 || heard.some(message => message.files.length > 0)

const place = (tx: Tx, emit: Emit, due: Due, { document, files }: PlacedFiles, now: Date): Promise<void> => {
  const { kind, applicationId, type } = document
  const brought = files.map(one => ({
    attachmentId: Number(one.attachment_id),
    messageId: Number(one.message_id),
  }))
  return placeDocument(tx, emit, { kind, applicationId, type, conversationId: due.id, files: brought }, now)
}

/** What somebody is called by; null where there is nothing to call them by. */
const firstNameOf = (name: string | null): string | null => {
  const [first = ''] = (name ?? '').trim().split(/\s+/)
  return /^\p{L}[\p{L}'’.-]{1,29}$/u.test(first) ? first : null
}
