import { ApiError } from '@parley/core/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { departure } from '../../test/models/departure.ts'
import { links } from '../../test/reset.ts'
import { isPassword } from '../auth/password.ts'
import { unreadOf } from '../conversations/counts.ts'
import type { OpenDatabase } from '../db/open.ts'
import { addAgent } from './accounts.ts'
import { type Command, readCommand, runCommand } from './command-line.ts'
import { agentByEmail, listAgents } from './queries.ts'

const password = 'plums and 7 pears'

describe('agents', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: ReturnType<typeof testWriter>

  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
  })
  afterAll(() => database.close())

  /** Runs a command. Returns its output. */
  const run = async (line: string, typed = password): Promise<string[]> => {
    const said: string[] = []
    await runCommand(readCommand(line.split(' ')) as Command, {
      writer,
      links: async () => links,
      say: text => said.push(text),
      askPassword: async () => typed,
      consoleUrl: 'https://parley.example',
      departure,
      heard: () => undefined,
    })
    return said
  }
  const hashOf = async (email: string) =>
    (
      await database.db
        .selectFrom('agents')
        .select('password_hash')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).password_hash

  test('[AUTH-05] an agent without a name is called by what stands before the @', async () => {
    await run('agent add ann.abbo@example.com')
    expect(await agentByEmail(database.db, 'ANN.ABBO@example.com')).toMatchObject({
      name: 'ann.abbo',
      disabled: false,
    })
    expect(await isPassword(await hashOf('ann.abbo@example.com'), password)).toBe(true)
  })

  test('a new agent has read everything that was written before', async () => {
    const now = clock.now()
    const customer = await database.db
      .insertInto('customers')
      .values({ wa_id: '256700000001', created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const dates = { last_activity: now, created_at: now, updated_at: now }
    const conversation = await database.db
      .insertInto('conversations')
      .values({ customer_id: customer.id, phone_number_id: '1', status: 'ACTIVE', inbound_no: 7, ...dates })
      .returning('id')
      .executeTakeFirstOrThrow()
    const id = await addAgent(writer, { email: 'new@example.com', password })
    await database.db
      .updateTable('conversations')
      .set({ assignee_id: id })
      .where('id', '=', conversation.id)
      .execute()
    expect(await unreadOf(database.db, id)).toMatchObject({ messages: 0, conversations: 0 })
    await database.db
      .updateTable('conversations')
      .set({ inbound_no: 9 })
      .where('id', '=', conversation.id)
      .execute()
    expect(await unreadOf(database.db, id)).toEqual({
      messages: 2,
      conversations: 1,
      listed: [{ id: conversation.id, count: 2 }],
    })
  })

  test.each([
    ['agent add Ann.Abbo@EXAMPLE.com', password, { email: 'has an account already' }],
    ['agent add nonsense', password, { email: 'must be an e-mail address' }],
    ['agent add bob@example.com', 'short', { password: 'must have at least 10 characters' }],
    ['agent add bobby@example.com', 'bobby@example.com', { password: 'must not be the e-mail address' }],
    [
      'agent password ann.abbo@example.com',
      'qwertyuiop',
      {
        password:
          'is one of the passwords that are tried first: use three or four words that have nothing to do with each other',
      },
    ],
    ['agent reset nobody@example.com', '', { email: 'has no account' }],
    ['agent disable nobody@example.com', '', { email: 'has no account' }],
  ])('"%s" with the password "%s" is refused in words and changes nothing', async (line, typed, fields) => {
    const before = await listAgents(database.db)
    const refused: unknown = await run(line, typed).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ApiError)
    expect((refused as ApiError).fields).toEqual(fields)
    expect(await listAgents(database.db)).toEqual(before)
  })

  test('reset prints a link, password replaces it, disable locks out, list shows all', async () => {
    await run('agent add zoe@example.com --name Zoe')
    const [link] = await run('agent reset zoe@example.com')
    expect(link).toMatch(/^https:\/\/parley\.example\/login\?reset=[\w-]{43}$/)
    await run('agent password zoe@example.com', 'another 8 quinces')
    expect(await isPassword(await hashOf('zoe@example.com'), 'another 8 quinces')).toBe(true)
    const open = database.db.selectFrom('password_resets').selectAll().where('used_at', 'is', null)
    expect(await open.execute()).toEqual([])
    await run('agent disable zoe@example.com')
    expect((await run('agent list')).at(-1)).toBe('zoe@example.com\tZoe\tagent\tdisabled')
    await expect(run('agent reset zoe@example.com')).rejects.toThrow('disabled')
  })
})

test.each<[string, Command | null]>([
  ['agent list', { do: 'list' }],
  ['agent add a@b --name Ann', { do: 'add', email: 'a@b', name: 'Ann', role: undefined }],
  ['agent add a@b', { do: 'add', email: 'a@b', name: undefined, role: undefined }],
  ['agent add a@b --role supervisor', { do: 'add', email: 'a@b', name: undefined, role: 'SUPERVISOR' }],
  ['agent add a@b --role chief', null],
  ['agent role a@b Administrator', { do: 'role', email: 'a@b', role: 'ADMINISTRATOR' }],
  ['agent role a@b', null],
  ['agent role a@b chief', null],
  ['agent list --role agent', null],
  ['agent disable a@b agent', null],
  ['agent reset a@b', { do: 'reset', email: 'a@b' }],
  ['agent disable a@b', { do: 'disable', email: 'a@b' }],
  ['agent password a@b', { do: 'password', email: 'a@b' }],
  ['', null],
  ['agent', null],
  ['agent add', null],
  ['agent add a@b c', null],
  ['agent list a@b', null],
  ['agent disable a@b --name Ann', null],
  ['agent remove a@b', null],
  ['agents list', null],
  ['agent list --all', null],
])('"%s" is read as %j', (line, command) => {
  expect(readCommand(line.split(' '))).toEqual(command)
})
