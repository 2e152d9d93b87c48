/** The result of one check, in one line, with the next step if there is a problem. */
export interface Finding {
  readonly state: 'ok' | 'warn' | 'bad'
  /** The checked thing, in a word or two. */
  readonly what: string
  readonly said: string
}

type Make = (what: string, said: string) => Finding

export const ok: Make = (what, said) => ({ state: 'ok', what, said })
export const warn: Make = (what, said) => ({ state: 'warn', what, said })
export const bad: Make = (what, said) => ({ state: 'bad', what, said })

const widest = 12

export const lineOfFinding = ({ state, what, said }: Finding): string =>
  `${state.padEnd(4)}  ${what.padEnd(widest)}  ${said}`

/** Milliseconds that WhatsApp and sessions tolerate; a larger difference disturbs the order of messages. */
const tolerated = { ok: 5_000, warn: 60_000 }

/** Judges the difference between our clock and another. The other one may be coarse by a second. */
export function judgeClock(other: string, ours: Date, theirs: Date): Finding {
  const off = ours.getTime() - theirs.getTime()
  const seconds = Math.round(Math.abs(off) / 1000)
  if (Math.abs(off) <= tolerated.ok) return ok('clock', `agrees with ${other}`)
  const said = `is ${seconds} s ${off > 0 ? 'ahead of' : 'behind'} ${other}: set both by a time server (timedatectl)`
  return Math.abs(off) <= tolerated.warn ? warn('clock', said) : bad('clock', said)
}
