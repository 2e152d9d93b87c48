import type { FastifyReply } from 'fastify'

/**
 * Whoever asks for a socket and is answered otherwise is hung up on: Node.js reads nothing more over that connection, so it
 * would stay open for as long as the other side likes, and no time limit would hold for it.
 */
export function hangUpOnRefusedUpgrade(reply: FastifyReply): void {
  if (reply.request.raw.headers.upgrade === undefined) return
  const { raw } = reply.header('connection', 'close')
  raw.once('finish', () => raw.socket?.destroySoon())
}
