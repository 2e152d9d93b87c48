import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

const path = '/api/v1/attachments'

/**
 * Lets the browser open files in new tabs and in <img>, which send no bearer token. For GET attachments only: no script
 * reads it, no other site sends it, no other path receives it.
 */
export class AttachmentCookie {
  readonly #secure: boolean
  /** Over https with the prefix that browsers refuse from plain http pages. */
  readonly name: string

  /** @param publicUrl the public address; over https the cookie is never sent in clear */
  constructor(publicUrl: string | null) {
    this.#secure = publicUrl?.startsWith('https:') ?? false
    this.name = this.#secure ? '__Secure-parley_attachments' : 'parley_attachments'
  }

  /** @param seconds until the session ends without renewal */
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
