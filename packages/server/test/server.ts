import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { defaultSettings, type Settings } from '@parley/core/settings/api'
import { simulatorApp } from '@parley/simulator/app'
import { signature } from '@parley/whatsapp/signature'
import { sql } from 'kysely'
import pino, { type Logger } from 'pino'
import { addAgent } from '../src/agents/accounts.ts'
import { systemRandom } from '../src/auth/tokens.ts'
import type { Config } from '../src/config/config.ts'
import type { OpenDatabase } from '../src/db/open.ts'
import { openUnderstanding } from '../src/intent/understanding.ts'
import type { NumberConfig } from '../src/config/channels.ts'
import { createServer, type Server, type ServerOptions } from '../src/server.ts'
import { freePort } from './free-port.ts'
import { AgentClient } from './models/agent-client.ts'
import { TestClock } from './clock.ts'
import { openTestDatabase } from './database.ts'
import { inspector } from './inspect.ts'
import { SimulatorClient } from './models/simulator-client.ts'

/** Loaded once for all servers of a process. */
const understanding = openUnderstanding()

/** The secret of every test server. */
export const testSecret = 'a secret for tests alone'
/** The password of every test account. */
export const password = 'plums and 7 pears'
export const channel = {
  apiVersion: 'v23.0',
  phoneNumberId: '100000000000001',
  accessToken: 'test-access-token',
  appSecret: 'test-app-secret',
  verifyToken: 'test-verify-token',
}
const webhookPath = '/api/v1/channels/whatsapp/webhook'

/** The whole server on one database, a simulator beside it, and two signed-in agents. */
export interface TestServer {
  readonly clock: TestClock
  readonly server: Server
  readonly database: OpenDatabase
  readonly url: string
  /** The directory of its files. */
  readonly dataDir: string
  readonly ann: AgentClient
  readonly brian: AgentClient
  readonly simulator: SimulatorClient
  readonly simulatorUrl: string
  /** Posts a webhook as Meta does; `signed` replaces the signature. Returns the status. */
  webhook(body: unknown, signed?: string | null): Promise<number>
  close(): Promise<void>
}

/**
 * Starts a server on a free port, with a clock that stands still.
 * @param settings settings that differ from the usual ones
 * @param log the server's log
 */
export async function startTestServer(
  {
    seed,
    say,
    budgets,
    limits,
    businessAccountId = null,
    moreNumbers = [],
    callTimeoutMs = 10_000,
    repliesTake = 'nothing',
    open = openTestDatabase,
    beforeSimulator,
    longestBehindMs,
    ...settings
  }: Pick<
    Partial<Config>,
    | 'assist'
    | 'bridges'
    | 'clamd'
    | 'mail'
    | 'metrics'
    | 'mode'
    | 'sampleAreas'
    | 'timeZone'
    | 'undoSendMs'
    | 'trustedProxies'
  > &
    Pick<ServerOptions, 'seed' | 'say' | 'budgets' | 'limits' | 'longestBehindMs'> & {
      /** The business account whose templates are read; default: none. */
      readonly businessAccountId?: string | null
      /** Numbers besides the first one. */
      readonly moreNumbers?: readonly NumberConfig[]
      /** The time limit of a call to WhatsApp: shorter than the simulator's time-out fault, and long for a busy machine. */
      readonly callTimeoutMs?: number
      /** Whether a reply takes the conversation; default: it does not. */
      readonly repliesTake?: Settings['replies_take']
      /** Creates the database, which is closed with the server. */
      readonly open?: () => Promise<OpenDatabase>
      /** Awaited while the server runs and the simulator cannot be reached yet. */
      readonly beforeSimulator?: (database: OpenDatabase) => Promise<unknown>
    } = {},
  log: Logger = pino({ level: process.env['TEST_LOG'] ?? 'fatal' }),
): Promise<TestServer> {
  const clock = new TestClock()
  const database = await open()
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-test-'))
  const simulatorPort = await freePort()
  const server = await createServer({
    config: {
      mode: 'demo',
      metrics: null,
      host: '127.0.0.1',
      port: 0,
      dataDir,
      databaseUrl: null,
      publicUrl: null,
      trustedProxies: [],
      authSecret: null,
      demoConversations: 0,
      sampleAreas: [],
      clamd: null,
      timeZone: 'Africa/Kampala',
      mail: null,
      bridges: [],
      assist: null,
      botAtNewNumbers: false,
      // An agent's reply leaves at once, unless a test is about undo.
      undoSendMs: 0,
      ...settings,
      offerDeadlineMs: 5 * 60_000,
      ratingAfterMs: 60_000,
      logLevel: 'error',
      instance: 'test',
      drainMs: 0,
      channel: {
        apiVersion: channel.apiVersion,
        appSecret: channel.appSecret,
        verifyToken: channel.verifyToken,
        apiUrl: `http://127.0.0.1:${simulatorPort}`,
        numbers: [
          {
            phoneNumberId: channel.phoneNumberId,
            name: 'Pensions',
            businessAccountId,
            accessToken: channel.accessToken,
          },
          ...moreNumbers,
        ],
      },
    },
    authSecret: testSecret,
    database,
    now: clock.now,
    timer: clock.timer,
    random: systemRandom,
    understanding,
    log,
    inspect: inspector,
    callTimeoutMs,
    ...(seed && { seed }),
    ...(say && { say }),
    ...(budgets && { budgets }),
    ...(limits && { limits }),
    ...(longestBehindMs !== undefined && { longestBehindMs }),
  })
  if (repliesTake !== defaultSettings.replies_take) {
    const value = JSON.stringify({ replies_take: repliesTake })
    await database.db.updateTable('settings').set({ value }).execute()
  }
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  // The job queue uses the machine's clock, so each move of the test clock makes all jobs due.
  let due: Promise<unknown> = Promise.resolve()
  clock.onAdvance = () => {
    due = due.then(() =>
      sql`select graphile_worker.add_job(identifier, job_key => identifier) from
        (select identifier from graphile_worker._private_tasks order by 1) as task`.execute(database.db),
    )
  }
  const url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const { app: simulator } = await simulatorApp(
    {
      ...channel,
      moreNumbers: moreNumbers.map(({ businessAccountId, ...number }, n) => ({
        ...number,
        displayPhoneNumber: `25620000000${n + 1}`,
        ...(businessAccountId !== null && { businessAccountId }),
      })),
      webhookUrl: `${url}${webhookPath}`,
      deliveredAfterMs: 20,
      retryAfterMs: 20,
      holdMs: callTimeoutMs + 500,
    },
    { now: clock.now, random: Math.random },
  )
  await beforeSimulator?.(database)
  await simulator.listen({ host: '127.0.0.1', port: simulatorPort })
  for (const email of ['ann@parley.example', 'brian@parley.example']) {
    await addAgent(server.writer, { email, password })
  }
  return {
    clock,
    server,
    database,
    url,
    dataDir,
    ann: await AgentClient.signIn(server.app, url, 'ann@parley.example', password),
    brian: await AgentClient.signIn(server.app, url, 'brian@parley.example', password),
    simulator: new SimulatorClient(simulator),
    simulatorUrl: `http://127.0.0.1:${simulatorPort}`,
    webhook: async (body, signed) => {
      const bytes = typeof body === 'string' ? body : JSON.stringify(body)
      const header = signed === undefined ? signature(channel.appSecret, Buffer.from(bytes)) : signed
      const response = await server.app.inject({
        method: 'POST',
        url: webhookPath,
        headers: {
          'content-type': 'application/json',
          ...(header !== null && { 'x-hub-signature-256': header }),
        },
        payload: bytes,
      })
      return response.statusCode
    },
    close: async () => {
      await simulator.close()
      await due
      await server.close()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A name that no other test uses. */
export const unique = (): string => randomBytes(6).toString('hex')
