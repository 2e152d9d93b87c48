import path from 'node:path'
import { type WhatsappClient, whatsappClient } from '@parley/whatsapp/client'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { startPresence } from './agents/presence.ts'
import { createApp } from './app.ts'
import { startSweep } from './assignments/sweep.ts'
import { DiskStore } from './attachments/disk-store.ts'
import type { FileStore } from './attachments/store.ts'
import type { AttemptLimits } from './auth/attempts.ts'
import type { Random } from './auth/random.ts'
import { startDeliverer } from './channel/deliver.ts'
import { startMediaFetcher } from './channel/media.ts'
import { openWayIn, type Receiver, resumeEvents } from './channel/receive.ts'
import type { Config } from './config.ts'
import { conversationExists } from './conversations/queries.ts'
import { migrate } from './db/migrate.ts'
import type { OpenDatabase } from './db/open.ts'
import type { Writer } from './db/write.ts'
import { startHousekeeping } from './housekeeping.ts'
import type { Http } from './http/mount.ts'
import { type Bell, localBell, postgresBell } from './live/bell.ts'
import { createHub } from './live/hub.ts'
import { identifyLog } from './live/log.ts'
import { startViewing } from './live/viewing.ts'
import { createMetrics } from './metrics.ts'
import { type Progress, startProgress } from './progress.ts'
import { WorkspaceDays } from './reports/days.ts'
import { startRollUps } from './reports/follow.ts'

export interface ServerOptions {
  readonly config: Config
  readonly authSecret: string
  readonly database: OpenDatabase
  readonly now: () => Date
  readonly random: Random
  readonly log: FastifyBaseLogger
  /** Fills an empty database before anything listens, on a writer without a time limit. */
  readonly seed?: (writer: Writer, store: FileStore, at: Progress['at']) => Promise<void>
  /** Hears what a long start is at, every few seconds while it lasts. */
  readonly say?: (line: string) => void
  readonly inspect?: Http['inspect']
  readonly limits?: AttemptLimits
  /** Milliseconds one call to WhatsApp may take. */
  readonly callTimeoutMs?: number
}

/** A server that is ready to listen. */
export interface Server {
  readonly app: FastifyInstance
  readonly writer: Writer
  close(): Promise<void>
}

/** Puts a server together on an open database: schema, log follower, deliverer, file fetcher, routes. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { config, database, log, now } = options
  const { db, unhurried } = database
  const trouble = (what: string) => (error: unknown) => log.error({ err: error }, what)
  const progress = startProgress(options.say ?? (() => undefined), now)
  await migrate(unhurried, now(), progress)
  if (await identifyLog(database))
    log.info('the database was restored or moved: consoles fetch everything anew')

  const bell: Bell = database.url === null ? localBell() : postgresBell(database.url, trouble('bell'))
  const writer: Writer = { db, now, nudge: bell.ring }
  const store = await DiskStore.open(
    path.join(config.dataDir, 'files'),
    () => options.random.token(12),
    now(),
  )
  await options.seed?.({ ...writer, db: unhurried }, store, progress.at)
  progress.stop()

  const hub = await createHub(db, now, trouble('live'))
  bell.onRing(hub.ring)
  const { phoneNumberId, apiUrl, apiVersion: version, accessToken } = config.channel
  const client: WhatsappClient = whatsappClient({ apiUrl, version, phoneNumberId, accessToken })
  const deliverer = startDeliverer({
    writer,
    client,
    store,
    phoneNumberId,
    onTrouble: trouble('deliver'),
    ...(options.callTimeoutMs !== undefined && { callTimeoutMs: options.callTimeoutMs }),
  })
  const media = startMediaFetcher({ writer, client, store, onTrouble: trouble('media') })
  const metrics = createMetrics()
  const receiver: Receiver = {
    writer,
    phoneNumberId,
    wakeMedia: media.wake,
    onRefused: item => {
      metrics.itemRefused(item.reason)
      log.warn(item, 'refused an item of a webhook')
    },
    // The database's own sentence may quote a customer.
    onSplit: (error, webhooks) =>
      log.warn(
        { webhooks, code: (error as { code?: unknown }).code },
        'webhooks that waited together are taken in one by one',
      ),
  }
  const resumed = await resumeEvents(receiver, trouble('unfinished webhook'))
  if (resumed > 0) log.info({ events: resumed }, 'finished webhooks of an earlier run')
  const process = options.random.token(9)
  const presence = startPresence(writer, process, trouble('presence'))
  const viewing = startViewing({
    now,
    process,
    url: database.url,
    isKnown: id => conversationExists(db, id),
    onTrouble: trouble('viewing'),
  })
  const stopSweep = startSweep(writer, presence, trouble('offers'))
  const days = new WorkspaceDays(config.timeZone)
  const stopRollUps = startRollUps({ ...writer, db: unhurried }, days, trouble('roll-ups'))
  const stopHousekeeping = startHousekeeping(writer, trouble('housekeeping'))

  const app = await createApp({
    config,
    authSecret: options.authSecret,
    writer,
    days,
    random: options.random,
    hub,
    metrics,
    presence,
    viewing,
    store,
    receiveWebhook: openWayIn(receiver),
    wakeDelivery: deliverer.wake,
    log,
    ...(options.inspect && { inspect: options.inspect }),
    ...(options.limits && { limits: options.limits }),
  })
  return {
    app,
    writer,
    close: async () => {
      stopHousekeeping()
      await presence.close()
      await stopSweep()
      await stopRollUps()
      await app.close()
      await Promise.all([deliverer.close(), media.close(), hub.close(), viewing.close()])
      await bell.close()
      await database.close()
    },
  }
}
