import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from './run.mjs'

/**
 * The port that a setting names.
 * @param {string} name of the setting, for the message
 * @param {string | undefined} value
 * @param {number} fallback
 * @throws {Failure} when it is not a port number
 */
export function portFrom(name, value, fallback) {
  if (value === undefined || value === '') return fallback
  const port = Number(value)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw new Failure(`${name} must be a port number from 1 to 65535, not "${value}".`)
}

/**
 * Fails when a program cannot listen there, before time is spent on building.
 * @param {{ setting: string, host: string, port: number }} place
 * @throws {Failure}
 */
export async function checkFree({ setting, host, port }) {
  const problem = await tryListening(host, port)
  if (!problem) return
  throw new Failure(
    /** @type {Record<string, string>} */ ({
      EADDRINUSE: `Port ${port} is already in use: stop the other program or set ${setting}.`,
      EACCES: `Port ${port} may not be opened by this user: set ${setting} to one above 1023.`,
      EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
      ENOTFOUND: `HOST ${host} is not a known name.`,
    })[problem] ?? `Nothing can listen on ${host}, port ${port} (${problem}).`,
  )
}

/**
 * A port of 127.0.0.1 that is free now. It is below the ports that systems give to outgoing connections, so none takes it
 * meanwhile.
 * @returns {Promise<number>}
 * @throws {Failure} when nothing can listen there
 */
export async function freePort() {
  for (let tries = 0; tries < 100; tries += 1) {
    // Browsers refuse port 10080.
    const port = 11_000 + Math.floor(Math.random() * 21_000)
    if (!(await tryListening('127.0.0.1', port))) return port
  }
  throw new Failure('None of 100 ports is free.')
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<string | undefined>} the error's code
 */
function tryListening(host, port) {
  return new Promise(resolve => {
    const server = net.createServer()
    server.once('error', error => resolve(/** @type {NodeJS.ErrnoException} */ (error).code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

/**
 * Waits until a URL answers with success.
 * @param {string} url
 * @param {{ seconds: number, what: string, signal?: AbortSignal, lastHeard?: () => number }} options `what` names it in
 *   the message; `lastHeard`: the time of its last line about its start (performance.now()), which restarts the limit
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
