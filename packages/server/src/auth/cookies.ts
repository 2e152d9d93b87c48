import { createHmac, timingSafeEqual } from 'node:crypto'
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Random } from './tokens.ts'

const attachmentPath = '/api/v1/attachments'

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
      path: attachmentPath,
      secure: this.#secure,
      maxAge: seconds,
    })
  }

  clear(reply: FastifyReply): void {
    this.set(reply, '', 0)
  }

  of(request: FastifyRequest): string | null {
    return request.cookies[this.name] ?? null
  }
}

const signInPath = '/api/v1/auth'
/** Seconds for which a browser stays known after its last sign-in. */
const lifetime = 180 * 24 * 60 * 60
/** The most accounts that know a shared browser, the newest first. */
const mostAccounts = 24

interface Known {
  readonly agentId: number
  readonly device: string
}

/**
 * OWASP's device cookie: after a sign-in the browser carries a signed name for the account. Its wrong passwords count
 * apart, so that guessers elsewhere cannot lock the owner out. It grants no access. No script reads it, and only the
 * sign-in calls receive it.
 */
export class DeviceCookie {
  readonly #key: Buffer
  readonly #random: Random
  readonly #secure: boolean
  readonly #name: string

  /** @param publicUrl the public address; over https the cookie is never sent in clear */
  constructor(authSecret: string, random: Random, publicUrl: string | null) {
    this.#key = createHmac('sha256', authSecret).update('device cookie').digest()
    this.#random = random
    this.#secure = publicUrl?.startsWith('https:') ?? false
    this.#name = this.#secure ? '__Secure-parley_device' : 'parley_device'
  }

  /** This browser's name for an account; null if it has never signed in to it. */
  deviceOf(request: FastifyRequest, agentId: number): string | null {
    return this.#known(request).find(known => known.agentId === agentId)?.device ?? null
  }

  /** Makes the browser known to an account. A known browser keeps its name and its count. */
  remember(request: FastifyRequest, reply: FastifyReply, agentId: number): void {
    const before = this.#known(request)
    const device = before.find(known => known.agentId === agentId)?.device ?? this.#random.token(16)
    const others = before.filter(known => known.agentId !== agentId)
    const all = [{ agentId, device }, ...others].slice(0, mostAccounts)
    reply.setCookie(this.#name, all.map(known => `${textOf(known)}.${this.#sign(known)}`).join('~'), {
      httpOnly: true,
      sameSite: 'strict',
      path: signInPath,
      secure: this.#secure,
      maxAge: lifetime,
    })
  }

  #known(request: FastifyRequest): readonly Known[] {
    const written = (request.cookies[this.#name] ?? '').split('~').slice(0, mostAccounts)
    return written.flatMap(text => {
      const [, id, device, mac] = /^(\d{1,15})\.([\w-]{8,64})\.([\w-]{43})$/.exec(text) ?? []
      if (id === undefined || device === undefined || mac === undefined) return []
      const known = { agentId: Number(id), device }
      return timingSafeEqual(Buffer.from(this.#sign(known)), Buffer.from(mac)) ? [known] : []
    })
  }

  #sign(known: Known): string {
    return createHmac('sha256', this.#key).update(textOf(known)).digest('base64url')
  }
}

const textOf = ({ agentId, device }: Known): string => `${agentId}.${device}`
