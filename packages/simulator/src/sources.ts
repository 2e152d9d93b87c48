/** The machine's time and chance. */
export type Sources = { now: () => Date; random: () => number }

export type SimulatedClock = ReturnType<typeof simulatedClock>

/** The time of the simulated WhatsApp: of messages, statuses and a customer's 24 hours. `changed` is called after `set`. */
export function simulatedClock(machineNow: () => Date, changed: () => void) {
  let aheadMs = 0
  return {
    now: () => new Date(machineNow().getTime() + aheadMs),
    /** Milliseconds ahead of the machine's clock; negative: behind. */
    aheadMs: () => aheadMs,
    /** Sets how far it is ahead from now on. Past times stay. */
    set(ms: number): void {
      aheadMs = ms
      changed()
    },
  }
}

export type Ids = ReturnType<typeof idsFrom>

/** Ids in Meta's shapes. `random` gives numbers in [0, 1), as Math.random does. */
export function idsFrom(random: () => number) {
  const draw = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
  return {
    wamid: () => `wamid.${draw('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 32)}`,
    mediaId: () => `1${draw('0123456789', 15)}`,
    trace: () => `A${draw('abcdefghijklmnopqrstuvwxyz0123456789', 22)}`,
  }
}
