import type { PageFrame } from '../../src/web-chat/visitor-api.ts'
import type { ServerFrame } from '../../src/web-chat/visitors.ts'

const firstPauseMs = 500
const longestPauseMs = 30_000
/** The server sends something every 20 seconds. */
const longestSilenceMs = 45_000

type Listener = { received: (frame: ServerFrame) => void; lost: () => void }

/** Keeps a socket open: after a loss it is opened again, with growing pauses. A frame sent without a connection is lost. */
export function connection(secret: string, { received, lost }: Listener): (frame: PageFrame) => void {
  let pause = firstPauseMs
  let socket: WebSocket
  let again: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  function open() {
    clearTimeout(again)
    again = undefined
    const opened = new WebSocket(new URL('/web-chat/socket', location.href.replace(/^http/, 'ws')))
    socket = opened
    expectFrame()
    opened.addEventListener('open', () => opened.send(JSON.stringify({ kind: 'hello', secret })))
    opened.addEventListener('message', ({ data }) => {
      if (opened !== socket) return
      expectFrame()
      pause = firstPauseMs
      received(JSON.parse(data))
    })
    opened.addEventListener('close', () => fail(opened))
  }

  /** A silent connection counts as lost, whatever the browser knows of it. */
  function expectFrame() {
    clearTimeout(silence)
    const current = socket
    silence = setTimeout(() => fail(current), longestSilenceMs)
  }

  function fail(failed: WebSocket) {
    if (failed !== socket || again !== undefined) return
    clearTimeout(silence)
    failed.close()
    lost()
    // Random, so that pages do not come back all at once.
    again = setTimeout(open, pause * (0.5 + Math.random() / 2))
    pause = Math.min(pause * 2, longestPauseMs)
  }

  /** The network is back, or the page is visible: do not wait out the pause. */
  function hurry() {
    if (again !== undefined && document.visibilityState === 'visible') open()
  }
  window.addEventListener('online', hurry)
  document.addEventListener('visibilitychange', hurry)
  open()

  return frame => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
  }
}
