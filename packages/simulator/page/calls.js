import { h } from './dom.js'

/** A call that the simulator refused, with the sentence it gave. */
export class CallFailed extends Error {}

/**
 * Posts JSON and reads the answer.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 * @throws {CallFailed} with a sentence for a person
 */
export const post = (path, body) =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/**
 * Reads JSON.
 * @param {string} path
 * @returns {Promise<any>}
 * @throws {CallFailed} with a sentence for a person
 */
export const get = path => call(path, {})

/**
 * @param {string} path
 * @param {RequestInit} how
 */
async function call(path, how) {
  /** @type {Response} */
  let answer
  try {
    answer = await fetch(path, how)
  } catch {
    throw new CallFailed('The simulator does not answer.')
  }
  const content = await answer.json()
  if (!answer.ok) throw new CallFailed(content.detail)
  return content
}

/**
 * The path of a phone's calls.
 * @param {string} number
 * @param {string} call
 */
export function phonePath(number, call) {
  return `/phones/${encodeURIComponent(number)}/${call}`
}

/** A line that shows why a call was refused. `run` makes a call, and clears the line before. */
export function problemLine() {
  const element = h('p', { class: 'problem', role: 'alert' })
  /** @param {() => Promise<unknown>} call */
  async function run(call) {
    element.textContent = ''
    try {
      await call()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      element.textContent = error.message
    }
  }
  return { element, run }
}
