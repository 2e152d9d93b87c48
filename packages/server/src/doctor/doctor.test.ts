import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AssistModel, startAssistModel } from '../../test/models/assist-model.ts'
import { openEmptyDatabase } from '../../test/database.ts'
import { channel, startTestServer, type TestServer } from '../../test/server.ts'
import { startTestBridge } from '../channels/bridge.fixture.ts'
import { readPlaceConfig } from '../config/config.ts'
import { markAsDemo, markAsUnfinished, takeMarkAway } from '../db/marks.ts'
import { readMigrations } from '../db/migrate.ts'
import { judgeExpiry, lookAtAssist, lookAtCertificate } from './connections.ts'
import { examine, type Patient } from './examine.ts'
import { judgeClock, lineOfFinding } from './finding.ts'
import { judgeRoom } from './installation.ts'

const secret = 'k3Jw9/xQvT0mZ8pLr2YdAbCuE5fGhN7s'

describe('a set-up', () => {
  let at: TestServer
  let dataDir: string
  let healthy: Readonly<Record<string, string>>
  beforeAll(async () => {
    at = await startTestServer()
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-doctor-'))
    healthy = {
      PARLEY_MODE: 'production',
      DATA_DIR: dataDir,
      PUBLIC_URL: at.url,
      AUTH_SECRET: secret,
      WHATSAPP_API_URL: at.simulatorUrl,
      WHATSAPP_API_VERSION: channel.apiVersion,
      WHATSAPP_PHONE_NUMBER_ID: channel.phoneNumberId,
      WHATSAPP_BUSINESS_ACCOUNT_ID: '100000000000002',
      WHATSAPP_ACCESS_TOKEN: channel.accessToken,
      WHATSAPP_APP_SECRET: channel.appSecret,
      WHATSAPP_VERIFY_TOKEN: channel.verifyToken,
    }
  })
  afterAll(async () => {
    await at.close()
    fs.rmSync(dataDir, { recursive: true })
  })

  /** The findings, without the figures of this machine's disk. */
  async function found(
    other: Readonly<Record<string, string>> = {},
    database: Patient['database'] = at.database,
  ): Promise<readonly string[]> {
    const environment = { ...healthy, ...other }
    const findings = await examine({
      environment,
      place: readPlaceConfig(environment),
      database,
      now: () => new Date(),
    })
    return findings.filter(({ what }) => what !== 'disk').map(lineOfFinding)
  }
  const line = (text: string) => expect.stringMatching(text)

  test('without a problem gets a line per check', async () => {
    const clock = 'ok    clock         agrees with'
    expect(await found()).toEqual([
      'ok    settings      complete, in production mode',
      'ok    secret        AUTH_SECRET is long and mixed',
      `ok    data          ${dataDir} is open to this user only`,
      line('^ok    database      PostgreSQL \\d+ answers$'),
      `${clock} the database`,
      line('^ok    schema        is current: \\d+ migrations have run$'),
      'ok    whatsapp      the token is valid for 256200000000 (Simulated business)',
      `${clock} WhatsApp`,
      line('^ok    templates     \\d+ can be read, [1-9]\\d* are approved$'),
      `ok    webhook       answers at ${at.url}/api/v1/channels/whatsapp/webhook`,
    ])
  })

  test.each([
    {
      wrong: { PUBLIC_URL: 'http://127.0.0.1:3' },
      said: '^bad   webhook       .* cannot be reached \\(.+\\): check that the server runs',
    },
    {
      wrong: { WHATSAPP_VERIFY_TOKEN: 'another' },
      said: '^bad   webhook       .* answers 403, which Parley does not',
    },
    {
      wrong: { WHATSAPP_ACCESS_TOKEN: 'expired' },
      said: '^bad   whatsapp      the token was rejected \\(190, ',
    },
    {
      wrong: { WHATSAPP_PHONE_NUMBER_ID: '7' },
      said: '^bad   whatsapp      the token does not know the number',
    },
    {
      wrong: { WHATSAPP_BUSINESS_ACCOUNT_ID: '' },
      said: '^warn  templates     agents have none: set WHATSAPP_BUSINESS_ACCOUNT_ID',
    },
    {
      wrong: { WHATSAPP_BUSINESS_ACCOUNT_ID: '7' },
      said: '^bad   templates     cannot be read \\(100, ',
    },
    {
      wrong: { WHATSAPP_API_URL: 'http://127.0.0.1:3' },
      said: '^bad   whatsapp      .* cannot be reached \\(ECONNREFUSED',
    },
    { wrong: { AUTH_SECRET: 'k3Jw9/xQvT0mZ8pL' }, said: '^warn  secret        AUTH_SECRET is short' },
    { wrong: { AUTH_SECRET: '' }, said: '^bad   settings      AUTH_SECRET: is required in production mode' },
    {
      wrong: { DATA_DIR: '/nowhere/at/all' },
      said: '^warn  data          /nowhere/at/all does not exist yet',
    },
  ])('with $wrong gets the problem and the next step', async ({ wrong, said }) => {
    expect(await found(wrong as Readonly<Record<string, string>>)).toContainEqual(line(said))
  })

  test('[Q-197] each bridge is checked for its answer and its token', async () => {
    const bridge = await startTestBridge()
    const { url, token } = bridge
    const named = (more: object) => [{ id: 'web-chat', name: 'Web chat', url, token, ...more }]
    const said = async (more: object) =>
      (await found({ CHANNEL_BRIDGES: JSON.stringify(named(more)) })).find(text => text.includes(' bridge '))
    expect(await said({})).toBe(`ok    bridge        web-chat: answers at ${url}`)
    expect(await said({ token: 'another-token-of-16' })).toMatch(/^bad .* web-chat: rejects the token/)
    const page = http.createServer((_request, response) => response.end('A web page')).listen(0, '127.0.0.1')
    await once(page, 'listening')
    const { port } = page.address() as AddressInfo
    expect(await said({ url: `http://127.0.0.1:${port}` })).toMatch(
      /^bad .* answers 200, which no bridge does/,
    )
    page.close()
    await bridge.close()
    expect(await said({ url: 'http://127.0.0.1:3' })).toMatch(/^bad .* cannot be reached \(ECONNREFUSED\)/)
  })

  test('with an open data directory is reported, and nothing is changed', async () => {
    fs.chmodSync(dataDir, 0o755)
    expect(await found()).toContainEqual(
      line('^bad   data          .* is open to other users .*mode 755.*chmod 700'),
    )
    expect(fs.statSync(dataDir).mode & 0o777).toBe(0o755)
    fs.chmodSync(dataDir, 0o700)
  })

  test('with an older, a newer or a pre-baseline schema is reported', async () => {
    const { db } = at.database
    const schema = async () => (await found()).find(text => text.includes(' schema '))
    const add = (name: string) =>
      sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-11-27T10:00:00.000Z')`.execute(
        db,
      )
    const names = readMigrations().map(file => file.name)
    await sql`delete from kysely_migration`.execute(db)
    expect(await schema()).toMatch(/^warn .* does not exist yet/)
    for (const name of names) await add(name)
    await add('9999-x.sql')
    expect(await schema()).toMatch(/^bad .* A newer Parley was here: .* 9999-x\.sql/)
    await sql`delete from kysely_migration where name = '9999-x.sql'`.execute(db)
    await sql`create table migrations ()`.execute(db)
    expect(await schema()).toMatch(/^bad .* An early version of Parley made this database/)
    await sql`drop table migrations`.execute(db)
    expect(await schema()).toMatch(/^ok /)
  })

  test('on a database of an aborted restore or of a demo is reported', async () => {
    const { db } = at.database
    await markAsUnfinished(db)
    expect(await found()).toContainEqual(line('^bad   database      A backup was being restored'))
    await takeMarkAway(db)
    await db.transaction().execute(tx => markAsDemo(tx, new Date()))
    expect(await found()).toContainEqual(line('^bad   database      This database was filled by the demo'))
    await sql`delete from demo_marks`.execute(db)
  })

  test('without a reachable database is reported', async () => {
    const error = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    expect(await found({}, error)).toContainEqual(
      line('^bad   database      cannot be reached \\(ECONNREFUSED\\)'),
    )
    expect(await found({}, null)).toContainEqual(line('^warn  database      does not exist yet'))
  })
})

test('a database without a schema is no problem before the first start', async () => {
  const database = await openEmptyDatabase()
  const environment = { PARLEY_MODE: 'demo', DATA_DIR: '/nowhere', WHATSAPP_API_URL: 'http://127.0.0.1:3' }
  const place = readPlaceConfig(environment)
  const findings = await examine({ environment, place, database, now: () => new Date() })
  await database.close()
  expect(findings.map(lineOfFinding)).toContain(
    'warn  schema        does not exist yet: the first start creates it',
  )
})

const noon = new Date('2026-03-02T12:00:00Z')
const later = (ms: number) => new Date(noon.getTime() + ms)

test.each([
  { off: 0, state: 'ok' },
  { off: 5_000, state: 'ok' },
  { off: -5_001, state: 'warn' },
  { off: 60_000, state: 'warn' },
  { off: 60_001, state: 'bad' },
  { off: -3_600_000, state: 'bad' },
])('a clock that is $off ms off is $state', ({ off, state }) => {
  const finding = judgeClock('WhatsApp', later(off), noon)
  expect(finding.state).toBe(state)
  if (off < -5_000) expect(finding.said).toContain('behind WhatsApp')
})

test.each([
  { free: 0.9e9, size: 100e9, state: 'bad' },
  { free: 1e9, size: 100e9, state: 'warn' },
  { free: 6e9, size: 100e9, state: 'warn' },
  { free: 6e9, size: 20e9, state: 'ok' },
])('$free bytes free of $size are $state', ({ free, size, state }) => {
  expect(judgeRoom(free, size).state).toBe(state)
})

const day = 24 * 60 * 60_000
test.each([
  { left: -1, state: 'bad' },
  { left: 13 * day, state: 'warn' },
  { left: 14 * day, state: 'ok' },
])('a certificate that ends in $left ms is $state', ({ left, state }) => {
  expect(judgeExpiry('parley.example', later(left), noon).state).toBe(state)
})

test('an unsigned certificate is not trusted, and a missing one is reported', async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-doctor-'))
  const [key, cert] = ['key.pem', 'cert.pem'].map(name => path.join(dir, name)) as [string, string]
  const made = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '30',
    '-subj',
    '/CN=localhost',
    '-keyout',
    key,
    '-out',
    cert,
  ]
  execFileSync('openssl', made, { stdio: 'pipe' })
  const server = https
    .createServer({ key: fs.readFileSync(key), cert: fs.readFileSync(cert) })
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(lineOfFinding(await lookAtCertificate(`https://localhost:${port}`, new Date()))).toMatch(
    /^bad {3}certificate {3}of localhost is not trusted \(.*SELF_SIGNED_CERT/,
  )
  server.close()
  fs.rmSync(dir, { recursive: true })
  expect((await lookAtCertificate('https://127.0.0.1:1', new Date())).said).toBe(
    'of 127.0.0.1 cannot be read (ECONNREFUSED)',
  )
})

test('[Q-214] assist is checked, and a failure names the next step', async () => {
  const model = await startAssistModel()
  const config = { url: model.url, token: null, model: 'small', dailyCap: 5, intents: false }
  const { host } = new URL(model.url)
  expect(lineOfFinding(await lookAtAssist(config))).toBe(`ok    assist        small answers at ${host}`)
  const answers =
    (status: number): AssistModel['answer'] =>
    (_asked, response) => {
      response.writeHead(status)
      response.end()
    }
  model.answer = answers(401)
  expect(lineOfFinding(await lookAtAssist(config))).toMatch(/^bad .*rejects ASSIST_TOKEN$/)
  model.answer = answers(503)
  expect(lineOfFinding(await lookAtAssist(config))).toMatch(/^warn .*look at its log$/)
  await model.close()
  expect(lineOfFinding(await lookAtAssist(config))).toMatch(/^bad .*cannot be reached/)
})
