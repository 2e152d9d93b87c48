import { bad, type Finding, ok, warn } from './finding.ts'

/** Milliseconds. WhatsApp and sessions bear some; order of messages suffers from more. */
const borne = { ok: 5_000, warn: 60_000 }

/** How far our clock is from another. The other's may be a second coarse. */
export function judgeClock(other: string, ours: Date, theirs: Date): Finding {
  const off = ours.getTime() - theirs.getTime()
  const seconds = Math.round(Math.abs(off) / 1000)
  if (Math.abs(off) <= borne.ok) return ok('clock', `agrees with ${other}`)
  const said = `is ${seconds} s ${off > 0 ? 'ahead of' : 'behind'} ${other}: let both follow a time server (timedatectl)`
  return Math.abs(off) <= borne.warn ? warn('clock', said) : bad('clock', said)
}
