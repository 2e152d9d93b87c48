import { demoPhones } from '@parley/whatsapp/demo-phones'
import { businessNumbersOf, type NumberSeed } from './business.ts'
import { type Faults, faultsOf } from './faults.ts'
import { liveOf } from './control/live.ts'
import { mediaStoreOf } from './media-store.ts'
import { Network } from './network.ts'
import { phoneBookOf } from './phone.ts'
import { idsFrom, type SimulatedClock, simulatedClock, type Sources } from './sources.ts'
import { clockView, pageMessage, pagePhone } from './control/views.ts'
import { webhookSender } from './webhooks.ts'
import type { ParleyAddress } from './web-chat/events.ts'
import { wireLogOf } from './wire.ts'

/** The simulated numbers, and where their webhooks go. Times in milliseconds. */
export type SimulatorOptions = {
  webhookUrl: string
  phoneNumberId: string
  /** The account that the templates belong to; default: 100000000000002. */
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
  /** Further numbers of the same app. Default of token and account: those of the first. */
  moreNumbers?: readonly {
    phoneNumberId: string
    displayPhoneNumber: string
    name: string
    accessToken?: string
    businessAccountId?: string
  }[]
  /** Where the web chat sends its events; without it there is no web chat. */
  webChat?: ParleyAddress
  /** From sent to delivered. Default: 800. */
  deliveredAfterMs?: number
  /** Before a webhook's first repetition. */
  retryAfterMs?: number
  /** How long the fault time-out holds a call. */
  holdMs?: number
}

const mediaBytesKept = 400 * 1024 * 1024

/** Everything that is in the simulator's memory. */
export type World = ReturnType<typeof worldOf>

export function worldOf(options: SimulatorOptions, { now: machineNow, random }: Sources) {
  const ids = idsFrom(random)
  const live = liveOf()
  const clock: SimulatedClock = simulatedClock(machineNow, () => live.publish('clock', clockView(clock)))
  const { now } = clock
  const faults: Faults = faultsOf(() => live.publish('faults', faults.left()))
  const log = wireLogOf(machineNow, entry => live.publish('wire', entry))
  const book = phoneBookOf(demoPhones, {
    phoneChanged: phone => live.publish('phone', pagePhone(phone)),
    messageChanged: (phone, message) => live.publish('message', pageMessage(phone, message)),
  })
  const {
    webhookUrl: url,
    appSecret,
    retryAfterMs = 1_000,
    deliveredAfterMs = 800,
    holdMs = 20_000,
  } = options
  const sender = webhookSender({ url, appSecret, retryAfterMs }, faults, log)
  const network = new Network({ book, sender, ids, now, deliveredAfterMs })
  return {
    options: { ...options, holdMs },
    /** The time at the simulated WhatsApp. */
    now,
    clock,
    ids,
    live,
    faults,
    numbers: businessNumbersOf(seedsOf(options)),
    log,
    media: mediaStoreOf(mediaBytesKept),
    book,
    sender,
    network,
    /** Ends timers, repetitions and open pages. */
    stop(): void {
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
