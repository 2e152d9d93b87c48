import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from './failure.mjs'

/**
 * Waits until a URL answers with success.
 * @param {string} url
 * @param {{ seconds: number, what: string, signal?: AbortSignal, lastHeard?: () => number }} options `what` names it in
 *   the message; `lastHeard`: when it last said that it is still at its start (performance.now()), which begins the time anew
 * @throws {Failure} when the time is over
 */
export async function waitForAnswer(url, { seconds, what, signal, lastHeard = () => 0 }) {
  const started = performance.now()
  while (performance.now() < Math.max(started, lastHeard()) + seconds * 1000) {
    signal?.throwIfAborted()
    if (await answers(url)) return
    await sleep(100)
  }
  throw new Failure(`The ${what} did not answer at ${url} within ${seconds} seconds.`)
}

/** @param {string} url */
async function answers(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false // not listening yet
  }
}
