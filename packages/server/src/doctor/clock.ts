import { bad, type Finding, ok, warn } from './finding.ts'

/** Milliseconds. WhatsApp and sessions tolerate these; beyond them the order of messages suffers. */
const tolerated = { ok: 5_000, warn: 60_000 }

/** The difference between our clock and another, which may be coarse by a second. */
export function judgeClock(other: string, ours: Date, theirs: Date): Finding {
  const off = ours.getTime() - theirs.getTime()
  const seconds = Math.round(Math.abs(off) / 1000)
  if (Math.abs(off) <= tolerated.ok) return ok('clock', `agrees with ${other}`)
  const said = `is ${seconds} s ${off > 0 ? 'ahead of' : 'behind'} ${other}: set both by a time server (timedatectl)`
  return Math.abs(off) <= tolerated.warn ? warn('clock', said) : bad('clock', said)
}
