const firstPauseMs = 500
const longestPauseMs = 30_000
/** The server says something every 20 seconds. */
const longestSilenceMs = 45_000

/** @import { ServerFrame } from './model.d.ts' */

/**
 * Keeps a socket open: after each loss it is opened again, with growing pauses.
 * @param {string} secret
 * @param {{ heard: (frame: ServerFrame) => void, lost: () => void }} on
 * @returns {{ send: (frame: object) => void }} what is sent without a connection is lost; a thread comes first on the next
 */
export function connection(secret, { heard, lost }) {
  let pause = firstPauseMs
  /** @type {WebSocket} */
  let socket
  /** @type {number | undefined} */
  let again
  /** @type {number | undefined} */
  let silence

  function open() {
    clearTimeout(again)
    again = undefined
    const opened = new WebSocket(new URL('/web-chat/socket', location.href.replace(/^http/, 'ws')))
    socket = opened
    listen()
    opened.addEventListener('open', () => opened.send(JSON.stringify({ kind: 'hello', secret })))
    opened.addEventListener('message', ({ data }) => {
      if (opened !== socket) return
      listen()
      pause = firstPauseMs
      heard(JSON.parse(data))
    })
    opened.addEventListener('close', () => fail(opened))
  }

  /** A connection that says nothing any more is none, whatever the browser knows of it. */
  function listen() {
    clearTimeout(silence)
    const listened = socket
    silence = setTimeout(() => fail(listened), longestSilenceMs)
  }

  /** @param {WebSocket} failed */
  function fail(failed) {
    if (failed !== socket || again !== undefined) return
    clearTimeout(silence)
    failed.close()
    lost()
    // Not all pages at one moment.
    again = setTimeout(open, pause * (0.5 + Math.random() / 2))
    pause = Math.min(pause * 2, longestPauseMs)
  }

  /** Somebody looks, or the network is back: no reason to wait out the pause. */
  function hurry() {
    if (again !== undefined && document.visibilityState === 'visible') open()
  }
  window.addEventListener('online', hurry)
  document.addEventListener('visibilitychange', hurry)
  open()

  return {
    send(frame) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
    },
  }
}
