import type { ChannelFrame } from '@parley/core/api/sockets'
import type { ChannelHealth, ChannelProblem } from '@parley/core/api/channel-health'
import { problemsOf } from '@parley/core/rules/channel-health'
import type { HealthOutcome } from '@parley/whatsapp/number-health'
import type { Writer } from '../../db/write.ts'
import { every, type Repeated } from '../../every.ts'
import { askAtStart, keepCheck, takeCheck } from './check.ts'
import { factsOf, type Looked, type Silence, silenceOf } from './facts.ts'

/** An open socket that is told what is wrong. */
export interface HealthListener {
  /** Whether it was sent: for a peer that reads slowly the next word will do. */
  send(bytes: Buffer): boolean
}

/** What is wrong between Parley and WhatsApp, told to every open console as soon as it changes. */
export interface Health extends Repeated {
  /** Something was heard that may have changed how the number stands: WhatsApp is asked soon. */
  readonly wake: () => void
  join(listener: HealthListener): void
  leave(listener: HealthListener): void
  read(): Promise<ChannelHealth>
  /** What was wrong at the last look, a few seconds ago at most. */
  readonly problems: () => readonly ChannelProblem[]
}

/** A number that WhatsApp is asked about. */
export interface AskedNumber extends Looked {
  /** Asks WhatsApp how the number stands; never throws for the network. */
  readonly ask: (closing: AbortSignal) => Promise<HealthOutcome>
}

export interface HealthDeps {
  readonly writer: Writer
  readonly numbers: readonly AskedNumber[]
  readonly onTrouble: (error: unknown) => void
}

const lookEveryMs = 2_000
/** The weeks before are counted anew this often. */
const silenceEveryMs = 30_000
/** However often something is heard. */
const askAtMostEveryMs = 10_000

/** Looks at the numbers, the queue and the silence every two seconds; asks WhatsApp at the start and hourly. */
export function startHealth({ writer, numbers, onTrouble }: HealthDeps): Health {
  const told = new Map<HealthListener, string>()
  const { db, now, timer } = writer
  let frame = frameOf([])
  let problems: readonly ChannelProblem[] = []
  const checks = numbers.map(number => checkOf(writer, number))
  let silence: { readonly at: number; readonly found: Silence } | null = null

  const silenceNow = async (): Promise<Silence> => {
    const at = now()
    if (silence === null || at.getTime() - silence.at >= silenceEveryMs) {
      silence = { at: at.getTime(), found: await silenceOf(db, numbers, at) }
    }
    return silence.found
  }
  const tell = (listener: HealthListener) => {
    if (told.get(listener) !== frame && listener.send(Buffer.from(frame))) told.set(listener, frame)
  }
  const look = async () => {
    const facts = await factsOf(db, numbers, await silenceNow(), now())
    problems = problemsOf(facts, now())
    frame = frameOf(problems)
    for (const listener of told.keys()) tell(listener)
  }
  // WhatsApp may take its time to answer; what waits is told meanwhile.
  const loops = [
    ...checks.map(({ check }) => every(lookEveryMs, check, onTrouble, timer)),
    every(lookEveryMs, look, onTrouble, timer),
  ]
  return {
    wake: () => {
      for (const { wake } of checks) wake()
    },
    join(listener) {
      // A page begins with nothing wrong.
      told.set(listener, frameOf([]))
      tell(listener)
    },
    leave: listener => void told.delete(listener),
    problems: () => problems,
    async read() {
      const facts = await factsOf(db, numbers, await silenceNow(), now())
      return {
        numbers: facts.numbers.map(number => ({
          phone_number_id: number.phoneNumberId,
          name: number.name,
          checked_at: number.checkedAt?.toISOString() ?? null,
          access: number.access,
          quality: number.quality,
          standing: number.standing,
        })),
        last_inbound_at: facts.lastInboundAt?.toISOString() ?? null,
        waiting: facts.waiting,
        problems: [...problemsOf(facts, now())],
      }
    },
    close: async () => {
      await Promise.all(loops.map(loop => loop.close()))
    },
  }
}

/** Asks about one number when it is due, and soon after something was heard. */
function checkOf(writer: Writer, { phoneNumberId, ask }: AskedNumber) {
  const { now } = writer
  let isStarted = false
  let isAsked = false
  let askedAt = Number.NEGATIVE_INFINITY
  return {
    wake: () => {
      isAsked = true
    },
    check: async (closing: AbortSignal) => {
      if (!isStarted) await askAtStart(writer, phoneNumberId)
      isStarted = true
      const wanted = isAsked && now().getTime() - askedAt >= askAtMostEveryMs
      if (!(await takeCheck(writer, phoneNumberId, wanted))) return
      if (wanted) isAsked = false
      askedAt = now().getTime()
      const answer = await ask(closing)
      if (!closing.aborted) await keepCheck(writer, phoneNumberId, answer)
    },
  }
}

const frameOf = (problems: readonly ChannelProblem[]): string =>
  JSON.stringify({ event: 'channel', data: { problems: [...problems] } } satisfies ChannelFrame)
