import { setTimeout as sleep } from 'node:timers/promises'
import pino, { type Logger } from 'pino'
import { callTimeoutMs } from '@parley/core/messages/delivery'
import { OtherFiles } from './attachments/store.ts'
import { systemRandom } from './auth/tokens.ts'
import { type Config, ConfigError, nodeOutOfSupport, readConfig } from './config/config.ts'
import { DirectoryNotPrivate, keepPrivate } from './config/private-directory.ts'
import { EmbeddedUnavailable } from './db/embedded/programs.ts'
import { DatabaseInUse } from './db/embedded/embedded.ts'
import { loggedError } from './db/logged-error.ts'
import { MadeByDemo, RestoreUnfinished } from './db/marks.ts'
import { DatabaseIsNewer, DatabaseIsTooOld } from './db/migrate.ts'
import { type OpenDatabase, openDatabase } from './db/open.ts'
import { openUnderstanding } from './intent/understanding.ts'
import { listenForMetrics } from './operation/metrics.ts'
import { createServer, type Server, type ServerOptions } from './server.ts'

const portOf = (error: unknown): string => `${(error as { port?: number }).port ?? ''}`

/** A failure that the administrator can fix is one clear line without a stack. */
function explain(error: unknown, config: Config | null): string {
  if (error instanceof ConfigError) return `Parley cannot start. Settings to mend:\n${error.message}`
  const plain = [
    DatabaseInUse,
    DatabaseIsNewer,
    DatabaseIsTooOld,
    DirectoryNotPrivate,
    EmbeddedUnavailable,
    MadeByDemo,
    OtherFiles,
    RestoreUnfinished,
  ]
  if (error instanceof Error && plain.some(type => error instanceof type)) return error.message
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE')
    return `Port ${portOf(error)} is already in use: stop the other program or set PORT, or METRICS_PORT`
  if (code === 'EACCES')
    return `Port ${portOf(error)} may not be opened by this user: set PORT to one above 1023`
  if (code === 'ERR_MODULE_NOT_FOUND' && config?.mode === 'demo')
    return `A part of the demo is missing: run npm run build, or set PARLEY_MODE=production (${String(error)})`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** The secret and, in a demo, the seed. The demo is a separate package, and only a demo loads it. */
async function partsOf(config: Config, log: Logger): Promise<Pick<ServerOptions, 'authSecret' | 'seed'>> {
  if (config.mode === 'production') {
    if (config.authSecret === null) throw new ConfigError('AUTH_SECRET: is required in production mode')
    return { authSecret: config.authSecret }
  }
  const { demoWorkspace } = await import('@parley/demo/workspace')
  const { dataDir, demoConversations: conversations, channel } = config
  const demo = await demoWorkspace({
    dataDir,
    conversations,
    phoneNumberId: channel.numbers[0]?.phoneNumberId ?? '',
    onMade: () => log.info({ conversations }, 'made the demo workspace'),
  })
  return { authSecret: config.authSecret ?? demo.authSecret, seed: demo.seed }
}

async function start(config: Config): Promise<Pick<Server, 'close'>> {
  const log = pino({
    level: config.logLevel,
    base: { instance: config.instance },
    serializers: { err: loggedError },
  })
  const unsupported = config.mode === 'production' ? nodeOutOfSupport(process.versions.node) : null
  if (unsupported !== null) log.warn(unsupported)
  keepPrivate(config.dataDir)
  const database = await openDatabase(config, { exclusive: true, say: line => log.info(line) })
  try {
    return await serve(config, database, log)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function serve(config: Config, database: OpenDatabase, log: Logger): Promise<Pick<Server, 'close'>> {
  database.onLost(error => {
    log.fatal({ err: error }, 'the database is lost')
    process.exit(1)
  })
  const understanding = openUnderstanding(config.dataDir)
  if (understanding.follow().isOutdated)
    log.warn('what the bot learnt here is of another release and is not used: run parley intents train')
  const server = await createServer({
    config,
    database,
    now: () => new Date(),
    random: systemRandom,
    understanding,
    log,
    say: line => {
      log.info(line)
      process.send?.({ starting: line })
    },
    ...(await partsOf(config, log)),
  })
  await server.app.listen({ host: config.host, port: config.port })
  const metrics =
    config.metrics === null
      ? null
      : await listenForMetrics(config.metrics, server.figures, error => log.error({ err: error }, 'metrics'))
  const { isEmbedded } = database
  log.info({ mode: config.mode, host: config.host, port: config.port, isEmbedded }, 'listening')
  process.send?.({ listening: config.port })
  return {
    close: async () => {
      server.drain()
      // A proxy in front of several servers sends no more requests here once it has noticed.
      await sleep(config.drainMs)
      await metrics?.close()
      await server.close()
    },
  }
}

/** One call to WhatsApp and the storing of its result. deploy/parley.service and docs/operate.md wait for longer. */
const longestEndMs = callTimeoutMs + 3_000

function stopOnSignals(server: Pick<Server, 'close'>, config: Config): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    // Work in progress may take as long as a call to WhatsApp. A lease covers interrupted work.
    setTimeout(() => process.exit(0), config.drainMs + longestEndMs).unref()
    void server.close().finally(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // The parent process has ended.
  process.on('disconnect', stop)
}

let config: Config | null = null
try {
  config = readConfig(process.env)
  stopOnSignals(await start(config), config)
} catch (error) {
  console.error(explain(error, config))
  process.exit(1)
}
