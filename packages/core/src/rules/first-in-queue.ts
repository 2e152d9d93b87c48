import { waitLabel } from './queue.ts'

/** "Nakato is first, waits 52 m"; "has just written" under a minute. */
export function firstSentence(name: string, since: string, now: Date): string {
  const wait = waitLabel(since, now)
  return `${name} is first, ${wait === 'now' ? 'has just written' : `waits ${wait}`}`
}
