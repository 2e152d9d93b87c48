import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

const name = 'parley_attachments'
const path = '/api/v1/attachments'

/**
 * The browser opens files in new tabs and in <img>, where no bearer token goes. This cookie lets it in, for GET
 * attachments only: no script reads it, no other site sends it, no other path gets it.
 */
export class AttachmentCookie {
  readonly #secure: boolean

  /** @param publicUrl where browsers reach us; over https the cookie never travels in the clear */
  constructor(publicUrl: string | null) {
    this.#secure = publicUrl?.startsWith('https:') ?? false
  }

  /** @param seconds how long the session's refresh token lives */
  set(reply: FastifyReply, value: string, seconds: number): void {
    reply.setCookie(name, value, {
      httpOnly: true,
      sameSite: 'strict',
      path,
      secure: this.#secure,
      maxAge: seconds,
    })
  }

  clear(reply: FastifyReply): void {
    this.set(reply, '', 0)
  }
}

/** The cookie's value, or null. */
export const attachmentCookieOf = (request: FastifyRequest): string | null => request.cookies[name] ?? null
