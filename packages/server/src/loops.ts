import type { Understand } from '@parley/bot/world'
import { type Presence, startPresence } from './agents/presence.ts'
import { sweepIfSure } from './assignments/offer.ts'
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
import { interval, type Repeated } from './timers/interval.ts'
import { entitiesOf } from './intent/understanding.ts'
import { startQueue } from './jobs/queue.ts'
import { jobsOf } from './jobs/table.ts'
import { Hub } from './live/hub.ts'
import { startViewing, type Viewing } from './live/viewing.ts'
import type { Retained } from './personal-data/retention.ts'
import type { WorkspaceDays } from './reports/days.ts'
import { startRouting } from './routing/loop.ts'
import { wordsFollower } from './search/word-index.ts'
import { mayLookAt } from './visibility/queries.ts'

export interface LoopsWorld {
  readonly writer: Writer
  readonly store: FileStore
  readonly scanner: Scanner
  /** Our business numbers with their adapters. */
  readonly whatsapp: WhatsappNumbers
  /** The channels besides WhatsApp with their adapters. */
  readonly bridges: readonly { readonly id: string; readonly adapter: ChannelAdapter }[]
  /** Milliseconds one call to WhatsApp may take. The sender has a default. */
  readonly callTimeoutMs?: number | undefined
  /** The hub closes all sockets when it cannot read the log for so many milliseconds. The hub has a default. */
  readonly longestBehindMs?: number | undefined
  readonly days: WorkspaceDays
  /** The workspace's IANA time zone. */
  readonly timeZone: string
  /** For the daily aggregates, whose statements may take long. */
  readonly longRunningDb: Writer['db']
  /** This process's own name, new at each start. */
  readonly process: string
  /** The URL of the database. */
  readonly url: string
  /** Called for each failed attempt to fetch a customer's file. */
  readonly onMediaMissed: (told: MediaTold) => void
  readonly understand: Understand
  /** Ingests customers' messages. */
  readonly gate: IngestGate
  /** Milliseconds until an offer expires. */
  readonly offerDeadlineMs: number
  /** Loads what the intent model learned since. */
  readonly followLearning: () => unknown
  /** The directory of exports while they are written. */
  readonly scratch: string
  /** Called with the results of a night's retention. */
  readonly onRetained: (done: Retained) => void
  /** Returns the error handler of a loop, by the loop's name. */
  readonly trouble: (loop: string) => (error: unknown) => void
}

/** Other parts of the server use these. Closing waits for all running work. */
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

/** Starts all loops of a server. */
export async function startLoops(world: LoopsWorld): Promise<Loops> {
  const { writer, process, trouble } = world
  // Sends the log's changes to this process's sockets.
  const hub = await Hub.open(writer.db, writer.now, trouble('live'), world.longestBehindMs)
  const adapters: Adapters = new Map([
    ...world.whatsapp.numbers.map(one => [one.phoneNumberId, one.adapter] as const),
    ...world.bridges.map(one => [one.id, one.adapter] as const),
  ])
  const channels = startChannelLoops(world, adapters)
  // Answers customers until an agent does.
  const bot = startBot(
    { writer, understand: world.understand, namedIn: entitiesOf, sources: openSources(world.timeZone) },
    world.gate.quiet,
    channels.wakeSenders,
    trouble('bot'),
  )
  // Offers queued conversations to agents with free capacity.
  const routing = startRouting(writer, world.offerDeadlineMs, trouble('routing'))
  // Tells other processes which agents are online here.
  const presence = startPresence(writer, process, trouble('presence'))
  const { viewing, typing } = startViewingLoops(world, adapters)
  const all: readonly Repeated[] = [
    hub,
    bot,
    routing,
    ...channels.all,
    presence,
    viewing,
    typing,
    ...startSweeps(world, presence, channels.wakeSenders),
    startJobs(world, channels.wakeSenders),
  ]
  return {
    hub,
    presence,
    viewing,
    health: channels.health,
    wakeDelivery: channels.wakeDelivery,
    wakeMedia: channels.wakeMedia,
    wakeBot: bot.wake,
    wakeRouting: routing.wake,
    wakeTemplates: channels.wakeTemplates,
    close: async () => {
      await Promise.all(all.map(one => one.close()))
    },
  }
}

/** By the id of a business number or bridge. */
type Adapters = ReadonlyMap<string, ChannelAdapter>

const wakeAll = (loops: readonly { readonly wake: () => void }[]) => () => {
  for (const loop of loops) loop.wake()
}

const callLimit = ({ callTimeoutMs }: LoopsWorld) => (callTimeoutMs === undefined ? {} : { callTimeoutMs })

/** Starts the loops between Parley and the channels: messages, reactions, files, templates. */
function startChannelLoops(world: LoopsWorld, adapters: Adapters) {
  const { writer, store, trouble } = world
  const limit = callLimit(world)
  const adapterOf = (id: string) => adapters.get(id) ?? null
  // Tells every console about problems between Parley and WhatsApp.
  const health = startHealth({ writer, numbers: world.whatsapp.numbers, onTrouble: trouble('health') })
  // Keep our templates equal to WhatsApp's.
  const templates = world.whatsapp.accounts.map(account =>
    startTemplateReader({ writer, ...account, onTrouble: trouble('templates') }),
  )
  const wakeTemplates = wakeAll(templates)
  // Send queued messages. Each number and bridge has a sender, so that a blocked one does not delay the others.
  const senders = [...adapters].map(([phoneNumberId, adapter]) =>
    startSender({
      writer,
      adapter,
      store,
      phoneNumberId,
      onRefused: health.wake,
      onTemplateRefused: wakeTemplates,
      onTrouble: trouble('deliver'),
      ...limit,
    }),
  )
  // Sends agents' reactions to WhatsApp.
  const reactions = startReactions({ writer, adapterOf, onTrouble: trouble('reactions'), ...limit })
  // Fetches customers' files from WhatsApp.
  const media = startMediaFetcher({
    writer,
    adapterOf,
    store,
    scanner: world.scanner,
    onMissed: world.onMediaMissed,
    onTrouble: trouble('media'),
  })
  return {
    health,
    wakeSenders: wakeAll(senders),
    wakeDelivery: wakeAll([...senders, reactions]),
    wakeMedia: media.wake,
    wakeTemplates,
    all: [health, ...senders, reactions, media, ...templates],
  }
}

/** Tracks which agents view a conversation and which type in it. */
function startViewingLoops(world: LoopsWorld, adapters: Adapters) {
  const { process, url, trouble } = world
  const { db, now } = world.writer
  // Shows customers that an agent is typing.
  const typing = startTyping({
    db,
    now,
    adapterOf: id => adapters.get(id) ?? null,
    onTrouble: trouble('writing'),
    ...callLimit(world),
  })
  // Drops viewers that were not heard from in time.
  const viewing = startViewing({
    now,
    process,
    url,
    mayView: (agentId, id) => mayLookAt(db, agentId, id),
    onTyping: id => void typing.writes(id),
    onTrouble: trouble('viewing'),
  })
  return { viewing, typing }
}

function startSweeps(world: LoopsWorld, presence: Presence, wakeSenders: () => void): readonly Repeated[] {
  const { writer, trouble } = world
  const again = (ms: number, work: (closing: AbortSignal) => unknown, loop: string): Repeated =>
    interval(ms, work, trouble(loop), writer.timer)
  return [
    // Ends attempts of a crashed process, so that the messages behind them can go.
    again(
      5 * second,
      async () => {
        if ((await endLapsedAttempts(writer)) > 0) wakeSenders()
      },
      'lapsed tries',
    ),
    // Ends offers to absent agents, and publishes their absence.
    again(5 * second, () => sweepIfSure(writer, presence), 'absences'),
    // Loads a newly trained model, or drops one that was undone.
    again(5 * second, world.followLearning, 'learning'),
    // Follows the log for the search index.
    again(second, wordsFollower(writer), 'search'),
  ]
}

function startJobs(world: LoopsWorld, wakeDelivery: () => void): Repeated {
  const { writer, url, trouble } = world
  return startQueue({
    db: writer.db,
    url,
    trouble,
    timer: writer.timer,
    jobs: jobsOf({ ...world, wakeDelivery }),
  })
}
