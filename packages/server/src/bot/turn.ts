import type { Language } from '@parley/bot/language'
import type { NamedIn, Understand } from '@parley/bot/meaning'
import type { FormState } from '@parley/bot/form/state'
import { type BotState, readState } from '@parley/bot/state'
import { step } from '@parley/bot/step'
import type { Input, InputFile, Reply } from '@parley/bot/turn'
import type { HandoverReason, World } from '@parley/bot/world'
import type { MessageDetails } from '@parley/core/api/message-details'
import { sendDeadlineMs } from '@parley/core/rules/delivery'
import { sql } from 'kysely'
import { channelOf } from '../conversations/reach.ts'
import { type Emit, type Reader, type Tx, type Writer, write } from '../db/write.ts'
import { noteMessage } from '../messages/newest.ts'
import { waitingLike } from '../messages/waiting.ts'
import { handToPeople } from './hand-over.ts'
import { saidOver } from './said.ts'
import type { Sources } from './sources.ts'
import { applicationsOf } from './applications.ts'
import { isOpen, keepForm, openDraft } from './draft.ts'
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

/** Of one turn. */
const mostHeard = 50

interface Due {
  readonly id: number
  readonly bot_from: number
  readonly owner_generation: number
  readonly peer: string | null
  readonly customer_id: number
  readonly customer_name: string | null
  readonly customer_phone: string | null
  readonly status: string
  readonly state: unknown
}

interface Heard {
  readonly id: number
  readonly content: string
  readonly message_type: string
  readonly details: MessageDetails | null
  readonly at: Date
  readonly files: readonly InputFile[]
}

/**
 * Answers the conversation that has waited for the bot the longest, in one transaction: what was heard, what is remembered,
 * what is said and who has it change together or not at all, so that a crash leaves neither a question asked twice nor an
 * answer lost. Answers whether there was one.
 */
export async function takeTurn(deps: BotDeps): Promise<boolean> {
  const { writer } = deps
  if (!(await isAnyDue(writer.db))) return false
  // Read before the lock: they are the same for everybody.
  const { knowledge, hours } = await deps.sources(writer.now())
  return write(writer, async (tx, emit) => {
    const now = writer.now()
    const { rows } = await sql<Due>`
      select c.id, c.bot_from, c.owner_generation, c.peer, c.status, c.customer_id, cu.name as customer_name,
        cu.phone as customer_phone,
        (select state from bot_states s where s.conversation_id = c.id) as state
      from conversations c join customers cu on cu.id = c.customer_id
      where c.bot_from is not null order by c.bot_from limit 1 for no key update of c skip locked`.execute(tx)
    const [due] = rows
    if (due === undefined) return false
    const heard = await heardBy(tx, due)
    const last = heard.at(-1)
    const fresh = heard.filter(({ at }) => now.getTime() - at.getTime() < oldMs)
    if (fresh.length === 0) {
      if (last !== undefined && heard.some(isToBeAnswered)) {
        await handToPeople(tx, emit, due, { reason: 'late', state: readState(due.state, now), heard }, now)
      } else await hearNext(tx, due.id, null)
      return true
    }
    const draft = await openDraft(tx, due.customer_id, now)
    const world: World = {
      now,
      understand: deps.understand,
      namedIn: deps.namedIn,
      knowledge,
      hours,
      name: firstNameOf(due.customer_name),
      applications: await applicationsOf(tx, due.customer_id),
      form: draft === null ? null : { state: draft.state, number: draft.number },
      known: { fullName: due.customer_name, phoneNumber: due.customer_phone },
    }
    const turn = answerTo(fresh, readState(due.state, now), world)
    if (turn.form !== undefined) await keepForm(tx, emit, due, { draft, form: turn.form }, now)
    for (const said of turn.said) await sayIt(tx, emit, due, said, now)
    await keepUnclear(tx, emit, deps, { before: readState(due.state, now), after: turn.state, heard: fresh })
    await remember(tx, due.id, turn.state, now)
    if (turn.handover === null) await hearNext(tx, due.id, turn.rest ?? behind(heard))
    else await handToPeople(tx, emit, due, { reason: turn.handover, state: turn.state, heard }, now)
    emit({ noun: 'conversation', id: due.id, kind: 'changed' })
    return true
  })
}

/** One look without a transaction: a server whose bot has nothing to do pays no more than that. */
async function isAnyDue(db: Reader): Promise<boolean> {
  const { rows } = await sql`select 1 from conversations where bot_from is not null limit 1`.execute(db)
  return rows.length > 0
}

/** What the customer wrote since the bot last listened, as it came. */
async function heardBy(tx: Tx, { id, bot_from: from }: Due): Promise<readonly Heard[]> {
  const { rows } = await sql<Heard>`
    select id, content, message_type, details, at,
      coalesce((select json_agg(json_build_object('attachmentId', a.id::text, 'mimeType', a.mime_type, 'fileName', a.name)
          order by f.position)
        from message_attachments f join attachments a on a.id = f.attachment_id where f.message_id = messages.id), '[]')
        as files
    from messages where conversation_id = ${id} and id >= ${from} and source = 'CUSTOMER' and revoked_at is null
    order by id limit ${mostHeard}`.execute(tx)
  return rows
}

/** Whether anybody would answer it: nobody answers that a call ended, or what WhatsApp says of marketing. */
const isToBeAnswered = ({ details }: Heard): boolean =>
  details?.call === undefined && details?.preference === undefined

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
  readonly handover: HandoverReason | null
  /** The first message that is left for the next turn. */
  readonly rest: number | null
}

/** Steps through what was heard, until people take over: the rest is theirs. */
function answerTo(heard: readonly Heard[], before: BotState, world: World): Answer {
  let state = before
  let form: FormState | undefined
  const said: Said[] = []
  const number = world.form?.number ?? ''
  for (const [place, message] of heard.entries()) {
    if (!isToBeAnswered(message)) continue
    const open = form === undefined ? world.form : isOpen(form) ? { state: form, number } : null
    const done = step(state, inputOf(message, state), { ...world, form: open })
    state = done.state
    form = done.form ?? form
    const language = state.language ?? 'en'
    for (const reply of done.replies) said.push({ reply, language, to: message })
    if (done.handover !== null) return { state, said, form, handover: done.handover, rest: null }
    // A form that was begun has its number once it is kept.
    const isBegun = form !== undefined && form.started_at !== world.form?.state.started_at
    if (isBegun) return { state, said, form, handover: null, rest: heard[place + 1]?.id ?? null }
  }
  return { state, said, form, handover: null, rest: null }
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
    form: answers === null ? null : { answers, reference: message.details?.form?.reference ?? null },
  }
}

/** A caption says too little of what the picture is meant for. */
const isText = ({ message_type: type }: Heard): boolean =>
  type === 'text' || type === 'interactive' || type === 'button'

async function sayIt(tx: Tx, emit: Emit, due: Due, { reply, language, to }: Said, now: Date): Promise<void> {
  const { type, content, details } = saidOver(channelOf(due), reply, language)
  const { id } = await tx
    .insertInto('messages')
    .values({
      conversation_id: due.id,
      direction: 'OUTBOUND',
      source: 'BOT',
      message_type: type,
      content,
      details: details === null ? null : JSON.stringify(details),
      at: now,
      arrived_at: now,
      status: 'queued',
      send_deadline: new Date(now.getTime() + sendDeadlineMs),
      next_try_at: now,
      ...waitingLike(due.id, now),
      owner_generation: due.owner_generation,
      response_time_seconds: Math.max(0, Math.round((now.getTime() - to.at.getTime()) / 1000)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteMessage(tx, due.id, id, now)
  emit({ noun: 'message', id, kind: 'created' })
}

const remember = (tx: Tx, conversationId: number, state: BotState, now: Date) =>
  sql`insert into bot_states (conversation_id, state, updated_at)
    values (${conversationId}, ${JSON.stringify(state)}::jsonb, ${now})
    on conflict (conversation_id) do update set state = excluded.state, updated_at = excluded.updated_at`.execute(
    tx,
  )

/** Where more may wait than one turn hears. */
const behind = (heard: readonly Heard[]): number | null =>
  heard.length < mostHeard ? null : (heard.at(-1)?.id ?? 0) + 1

/** Null: all was heard. */
const hearNext = (tx: Tx, conversationId: number, next: number | null) =>
  tx.updateTable('conversations').set({ bot_from: next }).where('id', '=', conversationId).execute()

/** What somebody is called by; null where there is nothing to call them by. */
const firstNameOf = (name: string | null): string | null => {
  const [first = ''] = (name ?? '').trim().split(/\s+/)
  return /^\p{L}[\p{L}'’.-]{1,29}$/u.test(first) ? first : null
}
