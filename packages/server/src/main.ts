import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pino, { type Logger } from 'pino'
import { systemRandom } from './auth/random.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { DatabaseInUse } from './db/embedded-lock.ts'
import { openDatabase } from './db/open.ts'
import { seedDemo } from './demo/seed.ts'
import { createServer, type Server, type ServerOptions } from './server.ts'

/** A failure that a person can mend is one clear line, not a stack. */
function explain(error: unknown, config: Config | null): string {
  if (error instanceof ConfigError) return `Parley cannot start. Settings to mend:\n${error.message}`
  if (error instanceof DatabaseInUse) return error.message
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE')
    return `Port ${config?.port} is already in use: stop the other program or set PORT`
  if (code === 'EACCES')
    return `Port ${config?.port} may not be opened by this user: set PORT to one above 1023`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** A demo keeps the secret it made, so that a restart does not sign everybody out. */
function secretOf(config: Config): string {
  if (config.authSecret !== null) return config.authSecret
  const file = path.join(config.dataDir, 'demo-secret')
  if (!fs.existsSync(file)) {
    fs.mkdirSync(config.dataDir, { recursive: true })
    fs.writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  }
  return fs.readFileSync(file, 'utf8')
}

/** Fills an empty demo; one that holds anything is left alone. */
const demoSeed =
  (config: Config, log: Logger): NonNullable<ServerOptions['seed']> =>
  async (writer, store, at) => {
    const { demoConversations: conversations, channel } = config
    const isNew = await seedDemo(writer, store, {
      seed: 1,
      conversations,
      phoneNumberId: channel.phoneNumberId,
      at,
    })
    if (isNew) log.info({ conversations }, 'made the demo workspace')
  }

async function start(config: Config): Promise<Server> {
  const log = pino({ level: config.logLevel, base: null })
  const database = await openDatabase(config)
  database.onLost(error => {
    log.fatal({ err: error }, 'the database is lost')
    process.exit(1)
  })
  const server = await createServer({
    config,
    authSecret: secretOf(config),
    database,
    now: () => new Date(),
    random: systemRandom,
    log,
    say: line => {
      log.info(line)
      process.send?.({ starting: line })
    },
    ...(config.mode === 'demo' && { seed: demoSeed(config, log) }),
  })
  await server.app.listen({ host: config.host, port: config.port })
  log.info(
    { mode: config.mode, host: config.host, port: config.port, database: database.engine },
    'listening',
  )
  process.send?.({ listening: config.port })
  return server
}

function stopOnSignals(server: Server): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    // What is in flight may take as long as a call to WhatsApp; a lease covers what is cut.
    setTimeout(() => process.exit(0), 7_000).unref()
    void server.close().finally(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // The starting script is gone.
  process.on('disconnect', stop)
}

let config: Config | null = null
try {
  config = readConfig(process.env)
  stopOnSignals(await start(config))
} catch (error) {
  console.error(explain(error, config))
  process.exit(1)
}
