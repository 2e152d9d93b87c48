import { randomText } from './visitor.js'

const kept = 'web-chat.waiting.'
const retryAfterMs = 3_000

/** @import { ChatMessage, Waiting } from './model.d.ts' */

/**
 * What was written and is not confirmed: it goes in order, one after the other, again on each new connection, always under its
 * first key. Words outlive a reload; a picture does not.
 * @param {string} secret
 * @param {{ send: (frame: object) => void, changed: (item: Waiting) => void, gone: (item: Waiting) => void }} on
 */
export function outbox(secret, { send, changed, gone }) {
  /** @type {Map<string, Waiting>} */
  const waiting = new Map(load().map(item => [item.key, item]))
  let online = false
  /** @type {string | null} */
  let underWay = null

  async function next() {
    const item = [...waiting.values()].find(({ problem }) => problem === null)
    if (!online || underWay !== null || !item) return
    underWay = item.key
    const { key, name, text, quotes } = item
    try {
      if (item.file !== null && item.fileId === null) item.fileId = await upload(secret, item.file)
    } catch (problem) {
      if (problem instanceof Refused) return refused(key, problem.message)
      // The upload broke off: like a lost socket, and sooner or later it is one.
      setTimeout(goOn, retryAfterMs)
      return
    }
    send({ kind: 'write', key, name, text, file_id: item.fileId, quotes })
  }

  function goOn() {
    underWay = null
    void next()
  }

  /** @param {string} key */
  function drop(key) {
    const item = waiting.get(key)
    if (!item) return
    waiting.delete(key)
    localStorage.removeItem(kept + key)
    gone(item)
    if (underWay === key) goOn()
  }

  /** @param {string} key @param {string} problem */
  function refused(key, problem) {
    const item = waiting.get(key)
    if (item) changed(Object.assign(item, { problem }))
    goOn()
  }

  return {
    all: () => [...waiting.values()],

    /** @param {{ name: string, text: string, file: File | null, quotes: string | null }} written */
    add(written) {
      const made = { key: randomText(16), at: new Date().toISOString(), fileId: null, problem: null }
      const item = { ...written, ...made }
      waiting.set(item.key, item)
      if (item.file === null) localStorage.setItem(kept + item.key, JSON.stringify(item))
      changed(item)
      void next()
    },

    /** The chat server has this message. @param {ChatMessage} message */
    confirm({ key }) {
      if (key !== null) drop(key)
    },

    refused,
    drop,

    /** @param {string} key */
    retry(key) {
      const item = waiting.get(key)
      if (!item) return
      changed(Object.assign(item, { problem: null, fileId: null }))
      void next()
    },

    /** @param {boolean} now */
    connected(now) {
      online = now
      goOn()
    },
  }
}

class Refused extends Error {}

/**
 * @param {string} secret
 * @param {File} file
 * @returns {Promise<string>} its id
 * @throws {Refused} with a sentence for a person
 */
async function upload(secret, file) {
  const named = new URLSearchParams({ name: file.name.slice(-200) || 'picture' })
  const answer = await fetch(`/web-chat/files?${named}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/octet-stream' },
    body: file,
  })
  const content = await answer.json()
  if (answer.status >= 400 && answer.status < 500) throw new Refused(content.detail)
  if (!answer.ok) throw new Error(content.detail)
  return content.id
}

/** @returns {Waiting[]} in the order in which they were written */
function load() {
  return Object.keys(localStorage)
    .filter(key => key.startsWith(kept))
    .map(key => JSON.parse(localStorage.getItem(key) ?? ''))
    .toSorted((a, b) => a.at.localeCompare(b.at))
}
