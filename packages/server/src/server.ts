import path from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { openAssistant } from './assist/assistant.ts'
import { clamdScanner, noScanner } from './attachments/scanner.ts'
import { agreeOnFiles, DiskStore, type FileStore } from './attachments/store.ts'
import type { AttemptLimits } from './auth/sign-in-limits.ts'
import type { Random } from './auth/tokens.ts'
import { bridgeAdapter } from './channels/bridge.ts'
import { keepBusinessNumbers } from './channels/numbers.ts'
import { whatsappNumbers } from './channels/whatsapp.ts'
import { type Config, consoleUrl } from './config/config.ts'
import { refuseDemo } from './db/marks.ts'
import { migrate } from './db/migrate.ts'
import type { OpenDatabase } from './db/open.ts'
import type { Writer } from './db/write.ts'
import type { Http } from './http/mount.ts'
import type { Budgets } from './http/rate-limit.ts'
import { openIngest, openIngestGate } from './ingest/ingest.ts'
import type { MediaTold } from './ingest/media.ts'
import { type IngestDeps, resumeWebhooks } from './ingest/process.ts'
import type { Understanding } from './intent/understanding.ts'
import { installQueue } from './jobs/queue.ts'
import { openNotifier } from './live/notifier.ts'
import { behindAfterMs } from './live/hub.ts'
import { identifyLog, newLogId } from './live/log.ts'
import { type Loops, startLoops } from './loops.ts'
import { mailerOf } from './mail/mailer.ts'
import { createMetrics, type FiguresPage, type Metrics } from './operation/metrics.ts'
import { openMovement, openReadiness } from './operation/readiness.ts'
import type { Retained } from './personal-data/retention.ts'
import { WorkspaceDays } from './reports/days.ts'
import { isRoutingNews } from './routing/loop.ts'
import type { Timer } from './timers/interval.ts'
import { type Progress, startProgress } from './timers/progress.ts'

export interface ServerOptions {
  readonly config: Config
  readonly authSecret: string
  readonly database: OpenDatabase
  readonly now: () => Date
  readonly random: Random
  readonly understanding: Understanding
  readonly log: FastifyBaseLogger
  /** Fills an empty database before the server listens, on a writer without a time limit. */
  readonly seed?: (writer: Writer, store: FileStore, at: Progress['at']) => Promise<void>
  /** Called every few seconds during a long start with its progress. */
  readonly say?: (line: string) => void
  readonly inspect?: Http['inspect']
  readonly limits?: AttemptLimits
  readonly budgets?: Budgets
  /** The timer of the loops. The default is the system's. */
  readonly timer?: Timer
  /** Milliseconds one call to WhatsApp may take. */
  readonly callTimeoutMs?: number
  /**
   * The longest time without progress, in milliseconds. If the log stops longer, sockets are closed. If the log or the webhooks
   * stop longer, the server is not ready.
   */
  readonly longestBehindMs?: number
}

/** A server that is ready to listen. */
export interface Server {
  readonly app: FastifyInstance
  readonly figures: FiguresPage
  readonly writer: Writer
  /** Reports that the server is not ready any more. It keeps working. */
  drain(): void
  /** Accepts no new work. Resolves once all running work has ended. */
  close(): Promise<void>
}

/**
 * Builds a server on an open database: schema, loops, routes.
 * @throws OtherFiles, and MadeByDemo in production
 */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { config, database, log, now } = options
  const { db, longRunningDb } = database
  const trouble = (what: string) => (error: unknown) => log.error({ err: error }, what)
  const progress = startProgress(options.say ?? (() => undefined), now)
  await prepareDatabase(options, progress)
  const notifier = openNotifier(database.url, trouble('bell'))
  const writer: Writer = { db, now, timer: options.timer, notify: notifier.notify }
  const { store, place } = await openFiles(options)
  await options.seed?.({ ...writer, db: longRunningDb }, store, progress.at)
  progress.stop()
  await keepNumbers(options, writer)

  const shared = {
    writer,
    longRunningDb,
    store,
    scanner: config.clamd === null ? noScanner : clamdScanner(config.clamd),
    scratch: path.join(config.dataDir, 'exports'),
    days: new WorkspaceDays(config.timeZone),
  }
  const metrics = createMetrics()
  const gate = openIngestGate()
  const loops = await startLoops({ ...shared, ...loopOptions(options, metrics), gate, trouble })
  notifier.onNotify(loops.hub.notify)
  notifier.onNotify((_seq, changes = []) => {
    if (isRoutingNews(changes)) loops.wakeRouting()
  })
  const ingestion = ingestDeps(options, { writer, metrics, loops })
  const resumed = await resumeWebhooks(ingestion, trouble('unfinished webhook'))
  if (resumed > 0) log.info({ events: resumed }, 'finished webhooks of an earlier run')

  const ingesting = openMovement()
  const readiness = openReadiness({
    db,
    patience: database.patience,
    files: place,
    hub: loops.hub,
    ingesting,
    longestStillMs: options.longestBehindMs ?? behindAfterMs,
  })
  const ingest = openIngest(ingestion, gate)
  const { app, figures } = await createApp({
    ...options,
    ...shared,
    ...loops,
    search: database.search,
    assistant: assistantOf(config, writer),
    metrics,
    ingest: (body, content) => ingesting.during(() => ingest(body, content)),
    readiness,
    resetMail: config.mail && { sendMail: mailerOf(config.mail), consoleUrl: consoleUrl(config) },
  })
  return {
    app,
    figures,
    writer,
    drain: () => readiness.drain(),
    close: async () => {
      await app.close()
      await loops.close()
      await notifier.close()
      await database.close()
    },
  }
}

/** Migrates the database and checks that this server may use it. */
async function prepareDatabase({ config, database, log }: ServerOptions, progress: Progress): Promise<void> {
  await migrate(database.longRunningDb, progress)
  await installQueue(database.url)
  if (config.mode === 'production') await refuseDemo(database.db)
  if (await identifyLog(database))
    log.info('the database was restored or moved: consoles fetch everything anew')
}

async function openFiles({ config, database, random, now }: ServerOptions) {
  const dir = path.join(config.dataDir, 'files')
  const newName = () => random.token(12)
  const store = await DiskStore.open(dir, newName, now())
  return { store, place: await agreeOnFiles(database.db, dir, newName) }
}

/** Stores the numbers and bridges of the configuration. */
async function keepNumbers({ config, log }: ServerOptions, writer: Writer): Promise<void> {
  const { bridges, botAtNewNumbers } = config
  const { numbers } = config.channel
  if (await keepBusinessNumbers(writer, { numbers, bridges, botAtNewNumbers }, newLogId))
    log.info(
      { numbers: numbers.length, bridges: bridges.length },
      'other business numbers or bridges than before',
    )
}

function loopOptions(options: ServerOptions, metrics: Metrics) {
  const { config, database, log, random, understanding } = options
  return {
    whatsapp: whatsappNumbers(config.channel),
    bridges: config.bridges.map(bridge => ({ id: bridge.id, adapter: bridgeAdapter(bridge) })),
    timeZone: config.timeZone,
    process: random.token(9),
    url: database.url,
    onMediaMissed: ({ isNews, ...told }: MediaTold) => {
      metrics.mediaMissed(told.trouble)
      if (isNews) log.warn(told, 'a file of a customer is not here')
    },
    understand: understanding.ofCustomer,
    offerDeadlineMs: config.offerDeadlineMs,
    followLearning: understanding.follow,
    onRetained: (done: Retained) => log.info(done, 'retention'),
    callTimeoutMs: options.callTimeoutMs,
    longestBehindMs: options.longestBehindMs,
  }
}

function ingestDeps(
  { config, log, understanding }: ServerOptions,
  { writer, metrics, loops }: { readonly writer: Writer; readonly metrics: Metrics; readonly loops: Loops },
): IngestDeps {
  return {
    ...loops,
    writer,
    numbers: new Set(config.channel.numbers.map(one => one.phoneNumberId)),
    understand: understanding.ofCustomer,
    wakeHealth: loops.health.wake,
    onEnded: counts => metrics.itemsEnded(counts),
    onRefused: item => {
      metrics.itemRefused(item.reason)
      log.warn(item, 'refused an item of a webhook')
    },
    // The database's error message may quote a customer.
    onSplit: (error, webhooks) =>
      log.warn(
        { webhooks, code: (error as { code?: unknown }).code },
        'the webhooks of a batch are tried alone',
      ),
  }
}

const assistantOf = ({ assist, timeZone }: Config, writer: Writer) =>
  assist && openAssistant({ writer, config: assist, timeZone, clock: () => performance.now() })
