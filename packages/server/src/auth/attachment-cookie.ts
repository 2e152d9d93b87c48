import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

const path = '/api/v1/attachments'

/**
 * The browser opens files in new tabs and in <img>, where no bearer token goes. This cookie lets it in, for GET
 * attachments only: no script reads it, no other site sends it, no other path gets it.
 */
export class AttachmentCookie {
  readonly #secure: boolean
  /** Over https with the prefix for which browsers take it from no page in the clear. */
  readonly name: string

  /** @param publicUrl where browsers reach us; over https the cookie never travels in the clear */
  constructor(publicUrl: string | null) {
    this.#secure = publicUrl?.startsWith('https:') ?? false
    this.name = this.#secure ? '__Secure-parley_attachments' : 'parley_attachments'
  }

  /** @param seconds until the session ends if nobody renews it */
  set(reply: FastifyReply, value: string, seconds: number): void {
    reply.setCookie(this.name, value, {
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

  /** The cookie's value, or null. */
  of(request: FastifyRequest): string | null {
    return request.cookies[this.name] ?? null
  }
}
