import type { AgentId, ConversationId } from '@parley/core/ids'
import type { NumberSetup, Setup, SetupPerson, SetupTalk } from '@parley/core/setup/api'
import {
  type AccessFacts,
  type AddressFacts,
  connectionOf,
  latest,
  stepsDone,
} from '@parley/core/setup/rules'
import type { Role } from '@parley/core/access/policies'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import type { NumberConfig } from '../config/channels.ts'

/** So many first conversations of a business number are searched for the one with the most progress. */
const firstTalks = 50
/** So many of the newest webhooks are searched for a business number's last one. */
const newestEvents = 200
const shownPeople = 20

type Asked = Pick<NumberConfig, 'phoneNumberId' | 'name'>

/** The observed progress of each step at these numbers, and the finished steps. */
export async function setupOf(
  reader: Reader,
  asked: readonly Asked[],
): Promise<Pick<Setup, 'done' | 'numbers' | 'people'>> {
  const signs = await webhookSigns(reader)
  const isOnly = asked.length === 1
  const numbers: NumberSetup[] = []
  for (const one of asked) numbers.push(await numberSetup(reader, one, isOnly, signs))
  const people = await peopleSetup(reader)
  return { done: stepsDone(numbers, people.signed_in_count), numbers, people }
}

type Signs = Omit<AddressFacts, 'signedAt'>

async function webhookSigns(reader: Reader): Promise<Signs> {
  const rows = await reader.selectFrom('webhook_signs').select(['kind', 'at']).execute()
  const at = (kind: string) => rows.find(row => row.kind === kind)?.at ?? null
  return {
    verifiedAt: at('verified'),
    tokenRefusedAt: at('token-refused'),
    signatureRefusedAt: at('signature-refused'),
  }
}

interface NumberRow {
  readonly checked_at: Date | null
  readonly access: AccessFacts['access']
  readonly unreached_since: Date | null
  readonly refusal: AccessFacts['refusal']
  readonly display_number: string | null
  readonly bot_on: boolean
}

async function numberSetup(
  reader: Reader,
  { phoneNumberId, name }: Asked,
  isOnly: boolean,
  signs: Signs,
): Promise<NumberSetup> {
  const { rows } = await sql<NumberRow>`
    select h.checked_at, h.access, h.unreached_since, h.refusal, h.display_number, coalesce(b.bot_on, false) as bot_on
    from (select ${phoneNumberId}::text as id) n
    left join channel_health h on h.phone_number_id = n.id
    left join business_numbers b on b.phone_number_id = n.id`.execute(reader)
  const row = rows[0]
  const talk = await farthestTalk(reader, phoneNumberId)
  const access: AccessFacts = {
    checkedAt: row?.checked_at ?? null,
    access: row?.access ?? null,
    unreachedSince: row?.unreached_since ?? null,
    refusal: row?.refusal ?? null,
  }
  const signedAt = latest(await lastWebhook(reader, isOnly ? null : phoneNumberId), talk?.received_at ?? null)
  return {
    phone_number_id: phoneNumberId,
    name: isOnly ? null : name,
    display_number: row?.display_number ?? null,
    bot_answers: row?.bot_on ?? false,
    ...connectionOf(access, { ...signs, signedAt }),
    talk: talkOf(talk),
  }
}

/**
 * The time of the newest stored webhook. Only webhooks with a valid signature are stored.
 * @param phoneNumberId null for any number, if there is only one
 */
async function lastWebhook(reader: Reader, phoneNumberId: string | null): Promise<Date | null> {
  const speaksOfIt =
    phoneNumberId === null ? sql<boolean>`true` : sql<boolean>`strpos(body, ${`"${phoneNumberId}"`}) > 0`
  const { rows } = await sql<{ received_at: Date }>`
    select received_at from (select id, received_at, body from webhook_events order by id desc limit ${newestEvents}) e
    where ${speaksOfIt} order by id desc limit 1`.execute(reader)
  return rows[0]?.received_at ?? null
}

interface TalkRow {
  readonly id: number
  readonly received_at: Date
  readonly shown_at: Date | null
  readonly answered_at: Date | null
  readonly read_at: Date | null
}

/** Of a number's first conversations with a customer's message, the one with the most progress. Of several it is the first. */
async function farthestTalk(reader: Reader, phoneNumberId: string): Promise<TalkRow | undefined> {
  const { rows } = await sql<TalkRow>`
    with firsts as (
      select id from conversations where phone_number_id = ${phoneNumberId} order by id limit ${firstTalks}
    ), written as (
      select f.id, min(m.arrived_at) as received_at, min(m.first_seen_at) as shown_at
      from firsts f join messages m on m.conversation_id = f.id and m.direction = 'INBOUND' group by f.id
    ), answers as (
      select w.id, min(coalesce(t.accepted_at, t.sent_at, t.delivered_at)) as answered_at, min(t.read_at) as read_at
      from written w
      join messages m on m.conversation_id = w.id and m.source = 'AGENT'
      join attempts t on t.message_id = m.id and t.state in ('sent', 'delivered', 'read', 'played')
      group by w.id
    )
    select w.id, w.received_at, w.shown_at, a.answered_at, a.read_at from written w left join answers a on a.id = w.id
    order by a.read_at is null, a.answered_at is null, w.shown_at is null, w.id limit 1`.execute(reader)
  return rows[0]
}

function talkOf(row: TalkRow | undefined): SetupTalk {
  const time = (at: Date | null | undefined) => at?.toISOString() ?? null
  return {
    conversation_id: row === undefined ? null : (String(row.id) as ConversationId),
    received_at: time(row?.received_at),
    shown_at: time(row?.shown_at),
    answered_at: time(row?.answered_at),
    read_at: time(row?.read_at),
  }
}

interface PersonRow {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly invited_at: Date | null
  readonly signed_in_at: Date | null
  readonly second_factor: boolean
  readonly signed_in_count: number
  readonly total: number
}

async function peopleSetup(reader: Reader): Promise<Setup['people']> {
  const { rows } = await sql<PersonRow>`
    select p.*, count(signed_in_at) over ()::int as signed_in_count, count(*) over ()::int as total from (
      select a.id, a.name, a.email, a.role, a.invited_at,
        (select max(s.created_at) from sessions s where s.agent_id = a.id) as signed_in_at,
        exists (select 1 from second_factors f
          where f.agent_id = a.id and f.confirmed_at is not null) as second_factor
      from agents a where a.role in ('AGENT', 'SUPERVISOR') and a.disabled_at is null) p
    order by signed_in_at is not null, lower(name) collate "C", id limit ${shownPeople}`.execute(reader)
  return {
    signed_in_count: rows[0]?.signed_in_count ?? 0,
    total: rows[0]?.total ?? 0,
    shown: rows.map(personOf),
  }
}

const personOf = (row: PersonRow): SetupPerson => ({
  id: String(row.id) as AgentId,
  name: row.name,
  email: row.email,
  role: row.role,
  invited_at: row.invited_at?.toISOString() ?? null,
  signed_in_at: row.signed_in_at?.toISOString() ?? null,
  second_factor: row.second_factor,
})
