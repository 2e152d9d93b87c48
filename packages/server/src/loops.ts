import type { Understand } from '@parley/bot/meaning'
import { type Presence, startPresence } from './agents/presence.ts'
import { sweepIfSure } from './assignments/sweep.ts'
import type { Scanner } from './attachments/scanner.ts'
import type { FileStore } from './attachments/store.ts'
import { startBot } from './bot/loop.ts'
import { openSources } from './bot/sources.ts'
import type { ChannelAdapter } from './channels/adapter.ts'
import { startSender } from './delivery/send.ts'
import { type Health, startHealth } from './channels/health.ts'
import type { IngestGate } from './ingest/ingest.ts'
import { type MediaTold, startMediaFetcher } from './ingest/media.ts'
import { startTemplateReader } from './channels/templates.ts'
import { endLapsedAttempts } from './delivery/result.ts'
import { startReactions } from './delivery/reactions.ts'
import { startTyping } from './delivery/typing.ts'
import type { WhatsappNumbers } from './channels/whatsapp.ts'
import type { Writer } from './db/write.ts'
import { every, type Repeated } from './timers/interval.ts'
import { entitiesOf } from './intent/understanding.ts'
import { startQueue } from './jobs/queue.ts'
import { jobsOf } from './jobs/table.ts'
import { createHub, type Hub } from './live/hub.ts'
import { startViewing, type Viewing } from './live/viewing.ts'
import type { Retained } from './personal-data/retention.ts'
import type { WorkspaceDays } from './reports/days.ts'
import { startRouting } from './routing/loop.ts'
import { wordsFollower } from './search/fill.ts'
import { mayLookAt } from './sight/queries.ts'

export interface LoopsWorld {
  readonly writer: Writer
  readonly store: FileStore
  readonly scanner: Scanner
  /** Our business numbers, with what carries their messages. */
  readonly whatsapp: WhatsappNumbers
  /** The channels beside WhatsApp, with what carries their messages. */
  readonly bridges: readonly { readonly id: string; readonly carrier: ChannelAdapter }[]
  /** Milliseconds one call to WhatsApp may take; the deliverer's own where nothing else is said. */
  readonly callTimeoutMs?: number
  /** Milliseconds after which sockets are let go where the log cannot be read; the hub's own where nothing else is said. */
  readonly longestBehindMs?: number
  readonly days: WorkspaceDays
  /** IANA, the workspace's. */
  readonly timeZone: string
  /** For the roll-ups, whose statements may take long. */
  readonly unhurried: Writer['db']
  /** This process's own name, new at each start. */
  readonly process: string
  /** Of the database. */
  readonly url: string
  /** Hears of each try at a customer's file that brought none. */
  readonly onMediaMissed: (told: MediaTold) => void
  readonly understand: Understand
  /** What takes customers' messages in. */
  readonly gate: IngestGate
  /** Milliseconds an offer waits for its answer. */
  readonly offerDeadlineMs: number
  /** Takes up what was learnt since. */
  readonly followLearning: () => unknown
  /** Where exports lie while they are made. */
  readonly scratch: string
  /** Hears what a night's retention did. */
  readonly onRetained: (done: Retained) => void
  /** Where the troubles of a loop go, by its name. */
  readonly trouble: (loop: string) => (error: unknown) => void
}

/** What others ask of the loops. Closing waits for all that runs. */
export interface Loops extends Repeated {
  readonly hub: Hub
  readonly presence: Presence
  readonly viewing: Viewing
  readonly health: Health
  readonly wakeDelivery: () => void
  readonly wakeMedia: () => void
  readonly wakeBot: () => void
  readonly wakeTemplates: () => void
  readonly wakeRouting: () => void
}

const second = 1_000

/** Starts all that a server does by itself: the table of contents of it. */
export async function startLoops(world: LoopsWorld): Promise<Loops> {
  const { writer, store, days, unhurried, process, url, trouble } = world
  const { db, now, timer } = writer
  const again = (ms: number, work: (closing: AbortSignal) => unknown, loop: string): Repeated =>
    every(ms, work, trouble(loop), timer)
  const limit = world.callTimeoutMs === undefined ? {} : { callTimeoutMs: world.callTimeoutMs }
  const { numbers, accounts } = world.whatsapp
  const carriers = new Map([
    ...numbers.map(one => [one.phoneNumberId, one.adapter] as const),
    ...world.bridges.map(one => [one.id, one.carrier] as const),
  ])
  const carrierOf = (phoneNumberId: string) => carriers.get(phoneNumberId) ?? null

  // Hands the log's changes to this process's sockets.
  const hub = await createHub(db, now, trouble('live'), world.longestBehindMs)
  // Tells every console what is wrong between Parley and WhatsApp.
  const health = startHealth({ writer, numbers, onTrouble: trouble('health') })
  // Keep the templates as WhatsApp has them.
  const templates = accounts.map(account =>
    startTemplateReader({ writer, ...account, onTrouble: trouble('templates') }),
  )
  const wakeTemplates = () => {
    for (const reader of templates) reader.wake()
  }
  // Hand queued messages over, one for each number and bridge: what holds up one does not hold up another.
  const deliverers = [...carriers].map(([phoneNumberId, carrier]) =>
    startSender({
      writer,
      adapter: carrier,
      store,
      phoneNumberId,
      onRefused: health.wake,
      onTemplateRefused: wakeTemplates,
      onTrouble: trouble('deliver'),
      ...limit,
    }),
  )
  const wakeDelivery = () => {
    for (const deliverer of deliverers) deliverer.wake()
  }
  // Tells WhatsApp of the signs that agents put on messages.
  const reactions = startReactions({
    writer,
    adapterOf: carrierOf,
    onTrouble: trouble('reactions'),
    ...limit,
  })
  // Fetches customers' files from WhatsApp.
  const media = startMediaFetcher({
    writer,
    adapterOf: carrierOf,
    store,
    scanner: world.scanner,
    onMissed: world.onMediaMissed,
    onTrouble: trouble('media'),
  })
  // Answers customers until a person does.
  const bot = startBot(
    {
      writer,
      understand: world.understand,
      namedIn: entitiesOf,
      sources: openSources(world.timeZone),
    },
    world.gate.quiet,
    wakeDelivery,
    trouble('bot'),
  )
  // Offers what waits in the queue to who has room.
  const routing = startRouting(writer, world.offerDeadlineMs, trouble('routing'))
  // Tells other processes which agents are here.
  const presence = startPresence(writer, process, trouble('presence'))
  // Tells customers that an agent writes.
  const writing = startTyping({
    db,
    now,
    adapterOf: carrierOf,
    onTrouble: trouble('writing'),
    ...limit,
  })
  // Lets go who looked at a conversation and is not heard of any more.
  const mayView = (agentId: number, id: number) => mayLookAt(db, agentId, id)
  const viewing = startViewing({
    now,
    process,
    url,
    mayView,
    onTyping: id => void writing.writes(id),
    onTrouble: trouble('viewing'),
  })

  const all: readonly Repeated[] = [
    hub,
    health,
    bot,
    routing,
    ...deliverers,
    reactions,
    media,
    ...templates,
    presence,
    viewing,
    writing,
    // Ends tries of a process that died: what waited behind them may go.
    again(
      5 * second,
      async () => {
        if ((await endLapsedAttempts(writer)) > 0) wakeDelivery()
      },
      'lapsed tries',
    ),
    // Ends offers to agents who are gone, and tells that they are.
    again(5 * second, () => sweepIfSure(writer, presence), 'absences'),
    // Understands by what was learnt since, or no more by what was taken back.
    again(5 * second, world.followLearning, 'learning'),
    // Follows the log for what messages are found by.
    again(second, wordsFollower(writer), 'search'),
    startQueue({
      db,
      url,
      trouble,
      timer,
      jobs: jobsOf({
        writer,
        unhurried,
        store,
        scratch: world.scratch,
        days,
        onRetained: world.onRetained,
        wakeDelivery,
      }),
    }),
  ]
  return {
    hub,
    presence,
    viewing,
    health,
    wakeDelivery: () => {
      wakeDelivery()
      reactions.wake()
    },
    wakeMedia: media.wake,
    wakeBot: bot.wake,
    wakeRouting: routing.wake,
    wakeTemplates,
    close: async () => {
      await Promise.all(all.map(one => one.close()))
    },
  }
}
