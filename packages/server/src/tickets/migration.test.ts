import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { engines, testWriter } from '../../test/database.ts'
import { addAgent } from '../agents/add.ts'
import { migrate } from '../db/migrate.ts'
import { readMigrations, statements } from '../db/migration-files.ts'
import { createTicket } from './create.ts'
import { ticketsById } from './queries.ts'

const before = '0001-main-loop.sql'
const at = '2026-03-01T09:00:00.000Z'
const resolvedAt = '2026-03-01T12:00:00.000Z'

test.each(engines)(
  'on $name tickets of an older database keep their numbers and get a history',
  async ({ open }) => {
    const clock = new TestClock()
    const database = await open(clock)
    const { db } = database
    await sql.raw('drop schema public cascade').execute(db)
    await sql.raw('create schema public').execute(db)
    const first = readMigrations().find(migration => migration.name === before)
    for (const statement of statements(first?.text ?? '')) await sql.raw(statement).execute(db)
    await sql`create table migrations (name text primary key, hash text not null, ran_at timestamptz not null)`.execute(
      db,
    )
    const hash = createHash('sha256')
      .update(first?.text ?? '')
      .digest('hex')
    await sql`insert into migrations values (${before}, ${hash}, ${at})`.execute(db)
    const rowsOfOld = `
    insert into customers (id, wa_id, created_at) values (1, '256700000001', '${at}');
    insert into conversations (id, customer_id, phone_number_id, status, last_activity, created_at, updated_at)
      values (2, 1, '1', 'ACTIVE', '${at}', '${at}', '${at}');
    insert into tickets (id, ticket_number, conversation_id, title, status, priority, created_at, updated_at) values
      (3, 'TCK-00007', 2, 'Old', 'RESOLVED', 'LOW', '${at}', '${resolvedAt}'),
      (4, 'TCK-00019', 2, 'New', 'NEW', 'LOW', '${at}', '${at}')`
    for (const statement of statements(rowsOfOld)) await sql.raw(statement).execute(db)

    expect(await migrate(db, clock.now())).toContain('0002-tickets.sql')
    const old = await ticketsById(db, [3, 4])
    expect(old.get(3)).toMatchObject({
      ticket_number: 'TCK-00007',
      resolved_at: resolvedAt,
      version: 1,
      notes: [],
    })
    expect(old.get(4)).toMatchObject({ ticket_number: 'TCK-00019', resolved_at: null })
    const rows = await db
      .selectFrom('ticket_changes')
      .select(['ticket_id', 'from_status', 'to_status', 'agent_id'])
      .orderBy('ticket_id')
      .orderBy('at')
      .execute()
    expect(rows).toEqual([
      { ticket_id: 3, from_status: null, to_status: 'NEW', agent_id: null },
      { ticket_id: 3, from_status: 'NEW', to_status: 'RESOLVED', agent_id: null },
      { ticket_id: 4, from_status: null, to_status: 'NEW', agent_id: null },
    ])

    const writer = testWriter(database, clock)
    await addAgent(writer, { email: 'ann@parley.example', password: 'plums and 7 pears' })
    const ann = await db.selectFrom('agents').select('id').executeTakeFirstOrThrow()
    const id = await createTicket(writer, {
      conversationId: 2,
      agentId: ann.id,
      title: 'Next',
      description: '',
      priority: 'LOW',
      status: 'NEW',
    })
    expect((await ticketsById(db, [id])).get(id)?.ticket_number).toBe('TCK-00020')
    await database.close()
  },
)
