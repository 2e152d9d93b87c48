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
  /** Our business numbers, with what carries their messages. */
  readonly whatsapp: WhatsappNumbers
  /** The channels beside WhatsApp, with what carries their messages. */
  readonly bridges: readonly { readonly id: string; readonly adapter: ChannelAdapter }[]
  /** Milliseconds one call to WhatsApp may take; the deliverer's own where nothing else is said. */
  readonly callTimeoutMs?: number | undefined
  /** Milliseconds after which sockets are let go where the log cannot be read; the hub's own where nothing else is said. */
  readonly longestBehindMs?: number | undefined
  readonly days: WorkspaceDays
  /** IANA, the workspace's. */
  readonly timeZone: string
  /** For the roll-ups, whose statements may take long. */
  readonly longRunningDb: Writer['db']
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

/** Starts everything that a server repeats by itself. */
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

/** What goes between Parley and the channels: messages, reactions, files, templates. */
function startChannelLoops(world: LoopsWorld, adapters: Adapters) {
  const { writer, store, trouble } = world
  const limit = callLimit(world)
  const adapterOf = (id: string) => adapters.get(id) ?? null
  // Tells every console about problems between Parley and WhatsApp.
  const health = startHealth({ writer, numbers: world.whatsapp.numbers, onTrouble: trouble('health') })
  // Keep the templates as WhatsApp has them.
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

/** Who looks at a conversation, and who writes in it. */
function startViewingLoops(world: LoopsWorld, adapters: Adapters) {
  const { process, url, trouble } = world
  const { db, now } = world.writer
  // Tells customers that an agent writes.
  const typing = startTyping({
    db,
    now,
    adapterOf: id => adapters.get(id) ?? null,
    onTrouble: trouble('writing'),
    ...callLimit(world),
  })
  // Forgets viewers of a conversation who are not heard of any more.
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
    // Ends attempts of a process that died, so that the messages behind them can go.
    again(
      5 * second,
      async () => {
        if ((await endLapsedAttempts(writer)) > 0) wakeSenders()
      },
      'lapsed tries',
    ),
    // Ends offers to agents who are gone, and publishes their absence.
    again(5 * second, () => sweepIfSure(writer, presence), 'absences'),
    // Loads a model that was trained here since, or drops one that was undone.
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
