import { demoPhones } from '@parley/whatsapp/demo-phones'
import { type BusinessNumbers, businessNumbersOf, type NumberSeed } from './business.ts'
import { type Faults, faultsOf, type Ids, idsFrom, type PushedClock, pushedClockOf } from './faults.ts'
import { type Live, liveOf, type WireLog, wireLogOf } from './live.ts'
import { type MediaStore, mediaStoreOf } from './media-store.ts'
import { type Network, networkOf } from './network.ts'
import { type PhoneBook, phoneBookOf } from './phone.ts'
import { clockView, pageMessage, pagePhone, pageTemplate } from './views.ts'
import { type WebhookSender, webhookSender } from './webhooks.ts'
import type { ParleyAddress } from './web-chat/events.ts'

/** The simulated numbers, and where their webhooks go. Times in milliseconds. */
export type SimulatorOptions = {
  webhookUrl: string
  phoneNumberId: string
  /** The account that the templates belong to; 100000000000002 where nothing else is said. */
  businessAccountId?: string
  accessToken: string
  appSecret: string
  verifyToken: string
  /** `v23.0` */
  apiVersion: string
  /** The business number in digits. */
  displayPhoneNumber?: string
  /** The business's name at WhatsApp. */
  name?: string
  /** Further numbers of the same app. Token and account are those of the first where nothing else is said. */
  moreNumbers?: readonly {
    phoneNumberId: string
    displayPhoneNumber: string
    name: string
    accessToken?: string
    businessAccountId?: string
  }[]
  /** Where the web chat joins Parley; without it there is no web chat. */
  webChat?: ParleyAddress
  /** From sent to delivered. */
  deliveredAfterMs?: number
  /** Before a webhook's first repetition. */
  retryAfterMs?: number
  /** How long a call that runs into the fault time-out is held. */
  holdMs?: number
}

export type Clock = { now: () => Date; random: () => number }

/** Everything that lives in the simulator's memory. */
export type World = {
  options: SimulatorOptions & { holdMs: number }
  /** The time at the simulated WhatsApp. */
  now: () => Date
  clock: PushedClock
  ids: Ids
  live: Live
  faults: Faults
  numbers: BusinessNumbers
  log: WireLog
  media: MediaStore
  book: PhoneBook
  sender: WebhookSender
  network: Network
  /** Ends timers, repetitions and open pages. */
  stop: () => void
}

const mediaBytesKept = 400 * 1024 * 1024

export function worldOf(options: SimulatorOptions, { now: machineNow, random }: Clock): World {
  const ids = idsFrom(random)
  const live = liveOf()
  const clock = pushedClockOf(machineNow, () => live.publish('clock', clockView(clock)))
  const { now } = clock
  const faults = faultsOf(() => live.publish('faults', faults.left()))
  const log = wireLogOf(machineNow, entry => live.publish('wire', entry))
  const media = mediaStoreOf(mediaBytesKept)
  const book = phoneBookOf(demoPhones, {
    phoneChanged: phone => live.publish('phone', pagePhone(phone)),
    messageChanged: (phone, message) => live.publish('message', pageMessage(phone, message)),
  })
  const target = {
    url: options.webhookUrl,
    appSecret: options.appSecret,
    retryAfterMs: options.retryAfterMs ?? 1_000,
  }
  const sender = webhookSender(target, faults, log)
  const numbers = businessNumbersOf(seedsOf(options), (account, template) =>
    live.publish('template', pageTemplate(account, template)),
  )
  const network = networkOf({ book, sender, ids, now }, options.deliveredAfterMs ?? 800)
  return {
    options: { ...options, holdMs: options.holdMs ?? 20_000 },
    now,
    clock,
    ids,
    live,
    faults,
    numbers,
    log,
    media,
    book,
    sender,
    network,
    stop() {
      network.stop()
      sender.stop()
      live.stop()
    },
  }
}

function seedsOf(options: SimulatorOptions): [NumberSeed, ...NumberSeed[]] {
  const { accessToken, businessAccountId: accountId = '100000000000002', moreNumbers = [] } = options
  const first = {
    id: options.phoneNumberId,
    displayPhoneNumber: options.displayPhoneNumber ?? '256200000000',
    name: options.name ?? 'Simulated business',
    accessToken,
    accountId,
  }
  const more = moreNumbers.map(({ phoneNumberId: id, displayPhoneNumber, name, ...own }) => ({
    id,
    displayPhoneNumber,
    name,
    accessToken: own.accessToken ?? accessToken,
    accountId: own.businessAccountId ?? accountId,
  }))
  return [first, ...more]
}
