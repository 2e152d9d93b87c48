import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { addAgent } from '../agents/accounts.ts'
import { auditEntries } from '../audit/queries.ts'
import { systemRandom } from '../auth/tokens.ts'
import { readPlaceConfig } from '../config/config.ts'
import type { OpenDatabase } from '../db/open.ts'
import { administer } from './run.ts'

describe('a command on the machine', () => {
  const clock = new TestClock()
  const email = 'ann@example.com'
  let dataDir: string
  let database: OpenDatabase
  let id: number
  beforeAll(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-administration-'))
    database = await openTestDatabase()
    id = await addAgent(testWriter(database, clock), { email, password: 'plums and 7 pears' })
  })
  afterAll(async () => {
    await database.close()
    fs.rmSync(dataDir, { recursive: true })
  })

  /** Runs a command. Returns its exit code and the logged lines. */
  async function type(...args: readonly string[]) {
    return typeWith({ AUTH_SECRET: 'k3Jw9/xQvT0mZ8pLr2Yd' }, args)
  }
  async function typeWith(settings: Readonly<Record<string, string>>, args: readonly string[]) {
    const logged: Record<string, unknown>[] = []
    const world = {
      config: readPlaceConfig({ DATA_DIR: dataDir, ...settings }),
      environment: {},
      database,
      writer: testWriter(database, clock),
      random: systemRandom,
      log: pino({ base: null, timestamp: false }, { write: line => logged.push(JSON.parse(line)) }),
    }
    const { code, why } = await administer(args, world, {
      say: () => undefined,
      askPassword: async () => 'another 8 quinces',
      at: () => undefined,
      deliver: async bytes => {
        for await (const _ of bytes);
      },
    })
    return { code, why, logged }
  }

  const done = { code: 0, why: null }
  const [warns, informs] = [40, 30]

  test('that changes who gets in leaves a line in the log, by the name of the audit log', async () => {
    await database.db
      .insertInto('second_factors')
      .values({ agent_id: id, sealed_secret: 'x', confirmed_at: clock.now(), created_at: clock.now() })
      .execute()
    const line = (level: number, event: string) => ({
      ...done,
      logged: [{ level, event, agent: id, msg: 'by a command on the machine' }],
    })
    expect(await type('agent', 'second-factor-off', email)).toEqual(line(warns, 'second-factor.off'))
    expect(await type('agent', 'second-factor-off', email)).toEqual({ ...done, logged: [] })
    expect(await type('agent', 'password', email)).toEqual(line(warns, 'password.changed'))
    expect(await typeWith({}, ['agent', 'reset', email])).toEqual({
      code: 1,
      why: expect.stringMatching(
        /^AUTH_SECRET: is not set, and a link works only with the secret of the server/,
      ),
      logged: [],
    })
    expect(await type('agent', 'reset', email)).toEqual(line(warns, 'password.reset-asked'))
    expect(await type('agent', 'add', 'bo@example.com')).toMatchObject({
      logged: [{ level: informs, event: 'account.created' }],
    })
    expect(await type('agent', 'role', 'bo@example.com', 'supervisor')).toMatchObject({
      logged: [{ level: warns, event: 'account.role' }],
    })
    expect(await type('agent', 'disable', 'bo@example.com')).toMatchObject({
      logged: [{ level: informs, event: 'account.disabled' }],
    })
    expect(await type('agent', 'role', email, 'agent')).toMatchObject({ code: 1, logged: [] })
  })

  test('that makes a backup is on record before its first byte, by the name of the file alone', async () => {
    expect(await type('backup', '/var/backups/parley/parley-2026.tar')).toEqual({
      ...done,
      logged: [{ level: informs, event: 'backup.begun', msg: 'by a command on the machine' }],
    })
    expect(await auditEntries(database.db, { actions: ['backup.begun'] }, { limit: 5 })).toMatchObject([
      {
        by: null,
        address: null,
        on: { noun: 'backup', id: null, name: null },
        after: { file: 'parley-2026.tar' },
      },
    ])
    expect(await auditEntries(database.db, { actions: ['backup.finished'] }, { limit: 5 })).toMatchObject([
      {
        by: null,
        on: { noun: 'backup', id: null, name: null },
        after: {
          file: 'parley-2026.tar',
          bytes: expect.any(Number),
          rows: expect.any(Number),
          files: 0,
          missing: 0,
          damaged: 0,
        },
      },
    ])
  })
})
