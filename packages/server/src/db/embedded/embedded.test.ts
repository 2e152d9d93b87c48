import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/wait.ts'
import { DatabaseInUse, hasEmbedded, openEmbedded } from './embedded.ts'
import { EmbeddedUnavailable } from './programs.ts'
import { openDatabase } from '../open.ts'

let dir: string
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-test-'))
})
afterEach(async () => {
  await killPostgres()
  fs.rmSync(dir, { recursive: true, force: true })
})

const open = (options: { exclusive?: boolean } = {}) =>
  openDatabase({ databaseUrl: null, dataDir: dir }, options)

/** The process id of the embedded PostgreSQL. Null if none runs. */
function postgresPid(): number | null {
  const file = path.join(dir, 'postgres/data/postmaster.pid')
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : null
}

const lives = (pid: number): boolean => fs.existsSync(`/proc/${pid}`)

/** Kills PostgreSQL as a power cut would. */
async function killPostgres(): Promise<void> {
  const pid = postgresPid()
  if (pid === null || !lives(pid)) return
  process.kill(pid, 'SIGKILL')
  await eventually('PostgreSQL to be gone', () => !lives(pid))
}

const openFile = new URL('../open.ts', import.meta.url).href
/** Another process that opens the database and runs `work`. Its output lines arrive in `said`. */
function other(work: string) {
  const source = `import { openDatabase } from ${JSON.stringify(openFile)}
    import { sql } from 'kysely'
    const database = await openDatabase({ databaseUrl: null, dataDir: ${JSON.stringify(dir)} })
    ${work}`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  child.stdout.on('data', chunk => said.push(...String(chunk).trim().split('\n')))
  return { child, said, ended: once(child, 'exit') }
}

/** Inserts increasing numbers, one commit each, and prints each number once it is stored. */
const counting = `
  await sql\`create table counted (n int primary key)\`.execute(database.db)
  for (let n = 1; ; n += 1) {
    await sql\`insert into counted values (\${n})\`.execute(database.db)
    console.log(n)
  }`

const counted = async (): Promise<number> => {
  const database = await open()
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from counted`.execute(database.db)
  await database.close()
  return rows[0]?.n ?? 0
}

describe('the embedded PostgreSQL', () => {
  test('is made where there is none, keeps its rows, and ends with who opened it', async () => {
    expect(hasEmbedded(dir)).toBe(false)
    const first = await open()
    await sql`create table kept as select 7 as n`.execute(first.db)
    const pid = postgresPid() ?? 0
    expect(lives(pid)).toBe(true)
    await first.close()
    expect(lives(pid)).toBe(false)
    expect(hasEmbedded(dir)).toBe(true)
    const second = await open()
    expect((await sql`select n from kept`.execute(second.db)).rows).toEqual([{ n: 7 }])
    await second.close()
  })

  test('has letters of every language, and the extensions for searching', async () => {
    const database = await open()
    await sql`create extension pg_trgm`.execute(database.db)
    await sql`create extension unaccent`.execute(database.db)
    const { rows } = await sql`select lower('ÉŽĐ') as lower, unaccent('Élodie') as plain`.execute(database.db)
    expect(rows).toEqual([{ lower: 'éžđ', plain: 'Elodie' }])
    await database.close()
  })

  test('is reached over a local socket that only its own user may open, and over no port', async () => {
    const database = await open()
    const { rows } = await sql`
      select current_setting('listen_addresses') as addresses, current_setting('unix_socket_permissions') as socket`.execute(
      database.db,
    )
    expect(rows).toEqual([{ addresses: '', socket: '0700' }])
    expect(fs.statSync(path.join(dir, 'postgres')).mode & 0o077).toBe(0)
    const other = new pg.Client({ connectionString: database.url.replace('user=parley', 'user=postgres') })
    await expect(other.connect()).rejects.toThrow(/pg_hba.conf|Peer authentication/)
    await database.close()
  })

  test('is shared by several processes, and ends with the last of them', async () => {
    const [first, second] = await Promise.all([open({ exclusive: true }), open()])
    const pid = postgresPid() ?? 0
    await first.close()
    expect((await sql`select 1 as n`.execute(second.db)).rows).toEqual([{ n: 1 }])
    await second.close()
    expect(lives(pid)).toBe(false)
  })

  test('has one server at a time', async () => {
    const server = await open({ exclusive: true })
    await expect(open({ exclusive: true })).rejects.toThrow(DatabaseInUse)
    await server.close()
    await (await open({ exclusive: true })).close()
  })

  test('ended and was started again while somebody else opened it', async () => {
    await (await open()).close()
    await Promise.all(
      Array.from({ length: 6 }, async (_, no) => {
        await sleep(no * 30)
        const database = await open()
        await sql`select 1`.execute(database.db)
        await database.close()
      }),
    )
    expect(postgresPid()).toBe(null)
  })

  test('that a killed process left behind is joined, and nothing is lost', async () => {
    const killed = other(counting)
    await eventually('30 rows', () => killed.said.length > 30)
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(await counted()).toBeGreaterThanOrEqual(killed.said.length)
    expect(postgresPid()).toBe(null)
  })

  test('that was killed with its process loses nothing either', async () => {
    const killed = other(counting)
    await eventually('30 rows', () => killed.said.length > 30)
    await killPostgres()
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(await counted()).toBeGreaterThanOrEqual(killed.said.length)
  })

  test('starts although another program has the number of the one that was killed', async () => {
    await (await open()).close()
    fs.writeFileSync(
      path.join(dir, 'postgres/data/postmaster.pid'),
      `${process.pid}\n${dir}/postgres/data\n0\n5432\n${dir}/postgres\n\n`,
    )
    const database = await open()
    expect((await sql`select 1 as n`.execute(database.db)).rows).toEqual([{ n: 1 }])
    await database.close()
  })

  test('that ends by itself is told of', async () => {
    const database = await open()
    const lost = new Promise<Error>(resolve => database.onLost(resolve))
    await killPostgres()
    expect((await lost).message).toBe('The embedded PostgreSQL ended')
    await database.close()
  })

  test('whose making was cut off is made anew', async () => {
    fs.mkdirSync(path.join(dir, 'postgres/data.123/base'), { recursive: true })
    await (await open()).close()
    expect(fs.readdirSync(path.join(dir, 'postgres')).filter(name => name.startsWith('data'))).toEqual([
      'data',
    ])
  })

  test('has its socket elsewhere where the path of its directory is too long for one', async () => {
    const top = dir
    fs.chmodSync(top, 0o711)
    dir = path.join(dir, 'd'.repeat(100))
    const database = await open()
    expect(database.url).toContain(encodeURIComponent(path.join(os.tmpdir(), 'parley-')))
    expect((await sql`select 1 as n`.execute(database.db)).rows).toEqual([{ n: 1 }])
    await database.close()
    dir = top
  })

  test.each([
    {
      name: 'an earlier Parley made it',
      spoil: () => fs.mkdirSync(path.join(dir, 'db/pg'), { recursive: true }),
      said: /db\/pg was made by an earlier Parley.* Move .*\/db away and start with an empty one: that of a demo can be deleted$/,
    },
    {
      name: 'another PostgreSQL made it',
      spoil: async () => {
        await (await open()).close()
        fs.writeFileSync(path.join(dir, 'postgres/data/PG_VERSION'), '17\n')
      },
      said: /data was made by PostgreSQL 17, and this Parley has 18\. Make a backup/,
    },
    {
      name: 'a file of it is gone',
      spoil: async () => {
        await (await open()).close()
        fs.rmSync(path.join(dir, 'postgres/data/global/pg_control'))
      },
      said: /cannot run here: .*(pg_control|database system).*; its log is .*log\. Set DATABASE_URL/s,
    },
  ])('is refused in one line where $name', async ({ spoil, said }) => {
    await spoil()
    const refused = openEmbedded(dir)
    await expect(refused).rejects.toThrow(EmbeddedUnavailable)
    await expect(refused).rejects.toThrow(said)
  })

  test.skipIf(process.getuid?.() !== 0)(
    'of root lies elsewhere, and says so, where its own user cannot enter the directory',
    async () => {
      const top = dir
      fs.chmodSync(top, 0o700)
      dir = path.join(top, 'data')
      fs.mkdirSync(dir)
      const lines: string[] = []
      const database = await openEmbedded(dir, { say: line => lines.push(line) })
      await database.close()
      expect(lines).toEqual([
        expect.stringMatching(
          /^The database is in \/var\/lib\/parley-databases\/database-\w+, since PostgreSQL does not run as root/,
        ),
      ])
      const place = fs.realpathSync(path.join(dir, 'postgres'))
      expect(place).toMatch(/^\/var\/lib\/parley-databases\/database-/)
      await (await openEmbedded(dir)).close()
      expect(fs.realpathSync(path.join(dir, 'postgres'))).toBe(place)
      fs.rmSync(place, { recursive: true })
      dir = top
    },
  )
})
