import { Readable } from 'node:stream'
import type { FileStore } from '@parley/server/attachments/store'
import { storeFile } from '@parley/server/attachments/stored-file'
import { hashPassword } from '@parley/server/auth/password'
import { demoPassword } from '@parley/server/auth/weak-password'
import { markAsDemo } from '@parley/server/db/marks'
import { type Tx, type Writer, write } from '@parley/server/db/write'
import { distrustRollUps } from '@parley/server/reports/state'
import { sql } from 'kysely'
import { cardOf } from './applications.ts'
import { addCannedReplies, addKnowledge, addNotes } from './content.ts'
import { administrator, agents, cast } from './data.ts'
import { pictureOfCard } from './id-card.ts'
import { hasAgents, insertAll, insertRows, noRows, takeIds } from './insert.ts'
import { type PlanOptions, planAt } from './plan.ts'
import { addConversation, idsOf, type StoredCard, type StoredCards, type Surroundings } from './rows.ts'
import { samples, storeSamples } from './samples.ts'

interface DemoOptions {
  /** The same seed at the same time gives the same workspace. */
  readonly seed: number
  /** The number of conversations. */
  readonly conversations: number
  readonly phoneNumberId: string
  /** Called with a line of progress. */
  readonly at?: (step: string) => void
}

/** An advisory lock, so that two starting servers do not both fill an empty database. */
const lockKey = 7_270_152

/** More than the plan assigns to any agent, so that each agent can claim more from the queue. */
const demoCapacity = 12

/** Keeps transactions short even on slow disks. */
const perTransaction = 500

/**
 * Fills an empty database with the demo workspace and returns whether it did; a database with any agent is left unchanged. The
 * agents and the cast are added in one transaction. If adding further conversations fails, the workspace is smaller but
 * consistent.
 */
export async function seedDemo(writer: Writer, store: FileStore, options: DemoOptions): Promise<boolean> {
  if (await hasAgents(writer.db)) return false
  const now = writer.now()
  const { phoneNumberId } = options
  const plan: PlanOptions = { seed: options.seed, now, agents: agents.map(agent => agent.givenName) }
  const first = Math.min(cast.length, options.conversations)
  const [files, cards, ...hashes] = await Promise.all([
    storeSamples(store),
    storeCards(store, plan, first),
    ...[...agents, administrator].map(() => hashPassword(demoPassword)),
  ])
  const customerIds = new Map<number, number>()
  const add = (tx: Tx, agentIds: readonly number[], from: number, to: number) =>
    addConversations(tx, plan, { from, to }, { now, phoneNumberId, agentIds, files, cards, customerIds })

  const agentIds = await write(writer, async ({ tx }) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    if (await hasAgents(tx)) return null
    await markAsDemo(tx, now)
    const ids = await addAgents(tx, hashes, now)
    const conversationIds = await add(tx, ids, 0, first)
    await addNotes(tx, { conversationIds, agentIds: ids }, plan)
    // The demo shows ratings; in production a business must switch them on.
    await tx
      .updateTable('settings')
      .set({ value: JSON.stringify({ ask_for_rating: 'on' }) })
      .execute()
    await addKnowledge(tx, ids[ids.length - 1] ?? 0, now)
    const [agentId = 0] = ids
    await addCannedReplies(tx, { editorId: ids[ids.length - 1] ?? agentId, agentId, files }, now)
    // The cast's tickets are numbered by index; the next ticket comes after them.
    await sql`select setval('ticket_numbers', ${cast.length}::bigint)`.execute(tx)
    return ids
  })
  if (agentIds === null) return false
  for (let from = first; from < options.conversations; from += perTransaction) {
    const to = Math.min(from + perTransaction, options.conversations)
    await write(writer, ({ tx }) => add(tx, agentIds, from, to))
    const [done, all] = [to, options.conversations].map(count => count.toLocaleString('en'))
    options.at?.(`Making the demo workspace: ${done} of ${all} conversations`)
  }
  // Another server may have started to roll up the existing rows.
  await distrustRollUps(writer.db)
  return true
}

/** Draws the identity cards that the cast sent for applications, and stores them. */
async function storeCards(store: FileStore, plan: PlanOptions, count: number): Promise<StoredCards> {
  const sent = Array.from({ length: count }, (_, index) => ({ index, card: cardOf(planAt(index, plan)) }))
  const stored = sent.map(async ({ index, card }): Promise<readonly (readonly [number, StoredCard])[]> => {
    if (card === null) return []
    const picture = await pictureOfCard(card.card)
    const file = await storeFile(store, Readable.from([picture]), samples['id-card'].name)
    return [[index, { topic: card.topic, file }]]
  })
  return new Map((await Promise.all(stored)).flat())
}

/** Adds all accounts, and returns the ids of the agents who serve customers. */
async function addAgents(tx: Tx, hashes: readonly string[], now: Date): Promise<readonly number[]> {
  const accounts = [...agents, administrator]
  const ids = await takeIds(tx, accounts.length)
  await insertRows(
    tx,
    'agents',
    accounts.map(({ email, role, givenName, familyName, department, skills }, index) => ({
      id: ids[index] ?? 0,
      email,
      role,
      name: `${givenName} ${familyName}`,
      password_hash: hashes[index] ?? '',
      created_at: now,
      department,
      skills: [...skills],
      max_capacity: demoCapacity,
      takes_conversations: role === 'AGENT',
    })),
  )
  return ids.slice(0, agents.length)
}

/** Returns the conversations' ids, in their order. */
async function addConversations(
  tx: Tx,
  plan: PlanOptions,
  { from, to }: { readonly from: number; readonly to: number },
  around: Omit<Surroundings, 'nextId'>,
): Promise<readonly number[]> {
  const planned = Array.from({ length: to - from }, (_, place) => planAt(from + place, plan))
  const ids = (
    await takeIds(
      tx,
      planned.reduce((sum, one) => sum + idsOf(one), 0),
    )
  ).values()
  const nextId = () => {
    const next = ids.next()
    if (next.done === true) throw new Error('More rows than ids')
    return next.value
  }
  const rows = noRows()
  for (const one of planned) addConversation(rows, one, { ...around, nextId })
  await insertAll(tx, rows)
  return rows.conversations.map(({ id = 0 }) => id)
}
