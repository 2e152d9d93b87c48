import type { WebSocket } from 'ws'

export const heartbeatMs = 30_000

/**
 * A peer that vanished without a word is noticed by its missing pong, at the next beat.
 * @param beat called at each beat that finds the peer there
 */
export function keepAlive(
  socket: Pick<WebSocket, 'on' | 'ping' | 'terminate'>,
  beat: () => void,
  ms = heartbeatMs,
): () => void {
  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  const timer = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
    beat()
  }, ms)
  timer.unref()
  return () => clearInterval(timer)
}
