import type { Call } from '@parley/core/calls'
import type { Area } from '@parley/core/areas'
import type { ConversationNoun, IdPlace } from '@parley/core/call'
import { ApiError } from '@parley/core/errors'
import { requirePermission } from '@parley/core/access/rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { type Authenticate, askerOf, type Caller, requireSecondFactor } from './caller.ts'
import { encoder } from './encode.ts'
import { idOf } from './ids.ts'
import { describeCall } from './openapi.ts'
import type { Spend } from './rate-limit.ts'
import { parsePart } from './validate.ts'

export interface Http {
  readonly app: FastifyInstance
  readonly authenticate: Authenticate
  /** Areas that the configuration leaves to the console's samples. Their calls reply 501. */
  readonly sampleAreas: readonly Area[]
  /** @throws ApiError session.forbidden if the row with this id belongs to a conversation that the caller may not see */
  readonly requireVisible: (caller: Caller, noun: ConversationNoun, id: number | string) => Promise<void>
  /** Counts the rate-limited calls of each agent. */
  readonly spend: Spend
  readonly inspect?: Inspector
}

/** Lets tests see the replies of calls. An error that it throws fails the call. */
export interface Inspector {
  /** Gets the value that a handler returned, and the text written for it. */
  written(call: Call, value: unknown, text: string): void
  /** Gets each reply as it is sent, with any status. The text is null for other payloads. */
  sent(call: Call, answer: Sent): void
}

export interface Sent {
  readonly status: number
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string | null
}

/** @throws ApiError area.not-served */
export function requireArea({ sampleAreas }: Http, area: Area): void {
  if (sampleAreas.includes(area)) throw new ApiError('area.not-served', { area })
}

type Part<S> = S extends z.ZodType ? z.output<S> : undefined

/** A handler's input: the parsed parts, the caller, and the raw request and reply for cases outside the contract. */
export interface Context<C extends Call> {
  readonly params: Part<C['params']>
  readonly query: Part<C['query']>
  readonly body: Part<C['body']>
  readonly caller: C['access'] extends 'public' ? null : Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A handler's result: the reply's value, nothing for 204, or the Fastify reply if it streams a file. */
type Answer<C extends Call> = C['reply'] extends z.ZodType
  ? z.input<C['reply']>
  : C['reply'] extends 'file'
    ? FastifyReply
    : void

export type Handlers<T extends Record<string, Call>> = {
  readonly [K in keyof T]: (context: Context<T[K]>) => Promise<Answer<T[K]>>
}

/**
 * Mounts calls with their handlers. The order of the checks is: session (401), role (403), input (400), the rows named by the
 * parsed request (403), the agent's budget (429), handler (404, 409).
 */
export function mount<const T extends Record<string, Call>>(
  http: Http,
  calls: T,
  handlers: Handlers<NoInfer<T>>,
): void {
  for (const [name, call] of Object.entries(calls)) mountOne(http, name, call, handlers[name] as Handler)
}

interface Parts {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** The text at a place of the parsed request. Undefined if there is none. */
function textAt(parts: Parts, place: IdPlace): string | undefined {
  const [part, name = ''] = place.split('.') as [keyof Parts, string?]
  return textOf(parts[part], name)
}

/**
 * Checks that the caller's role allows this call. Without a required second factor, only the calls for setting one up are
 * allowed.
 * @throws ApiError session.forbidden, session.second-factor-missing
 */
function permit({ policy, withoutSecondFactor }: Call, caller: Caller): void {
  requirePermission(askerOf(caller), policy)
  if (withoutSecondFactor !== true) requireSecondFactor(caller)
}

/** Checks that the role allows the call on this agent's row. @throws ApiError session.forbidden */
function permitOwner({ policy, owner }: Call, caller: Caller, parts: Parts): void {
  if (owner === undefined) return
  // Text that is no id names no agent's row.
  const id = idOf(textAt(parts, owner) ?? '')
  if (id !== null) requirePermission(askerOf(caller), policy, String(id))
}

/** Checks the permission that a value of the body requires. @throws ApiError session.forbidden */
function permitWhatIsAsked({ also }: Call, caller: Caller, { body }: Parts): void {
  if (also === undefined) return
  const asked = textOf(body, also.field)
  if (asked !== undefined && also.values.includes(asked)) requirePermission(askerOf(caller), also.policy)
}

/** Checks that the caller may see the conversations of all rows in the request. @throws ApiError session.forbidden */
async function permitVisible(http: Http, { about = {} }: Call, caller: Caller, parts: Parts): Promise<void> {
  for (const [place, noun] of Object.entries(about) as [IdPlace, ConversationNoun][]) {
    const named = textAt(parts, place)
    if (named === undefined) continue
    // The handler rejects text that is no id.
    const id = noun === 'ticket-number' ? named : idOf(named)
    if (id !== null) await http.requireVisible(caller, noun, id)
  }
}

/** Rejects unknown query parameters, which would be ignored silently. @throws ApiError input.invalid */
function refuseUnknownQuery({ query }: Call, asked: unknown): void {
  const unknown = Object.keys(asked as object).find(name => !Object.hasOwn(query?.shape ?? {}, name))
  if (unknown !== undefined) throw ApiError.field(unknown, 'is not a query parameter of this call')
}

function textOf(part: unknown, field: string): string | undefined {
  if (typeof part !== 'object' || part === null || !Object.hasOwn(part, field)) return undefined
  const value = (part as Readonly<Record<string, unknown>>)[field]
  return typeof value === 'string' ? value : undefined
}

type Handler = (context: {
  params: unknown
  query: unknown
  body: unknown
  caller: Caller | null
  request: FastifyRequest
  reply: FastifyReply
}) => Promise<unknown>

function mountOne(http: Http, name: string, call: Call, handler: Handler): void {
  const { access } = call
  const { inspect } = http
  const { reply: replied } = call
  http.app.route({
    method: call.method,
    url: call.path,
    schema: describeCall(name, call),
    config: { call },
    validatorCompiler: () => value => ({ value }),
    serializerCompiler: () => value => (typeof value === 'string' ? value : JSON.stringify(value)),
    ...(access !== 'public' && {
      onRequest: async (request: FastifyRequest) => {
        request.caller = await http.authenticate(request, access)
        permit(call, request.caller)
        if (call.area !== undefined) requireArea(http, call.area)
      },
    }),
    ...(inspect && {
      onSend: async (_request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
        const text = typeof payload === 'string' ? payload : null
        inspect.sent(call, { status: reply.statusCode, headers: reply.getHeaders(), text })
      },
    }),
    handler: async (request, reply) => {
      refuseUnknownQuery(call, request.query)
      const asked = {
        params: call.params === undefined ? undefined : parsePart(call.params, request.params, 'path'),
        query: call.query === undefined ? undefined : parsePart(call.query, request.query, 'query'),
        body: call.body === undefined ? undefined : parsePart(call.body, request.body ?? undefined, 'body'),
      }
      const { caller } = request
      if (caller !== null) {
        permitOwner(call, caller, asked)
        permitWhatIsAsked(call, caller, asked)
        await permitVisible(http, call, caller, asked)
        http.spend(call, { agentId: caller.agentId, query: asked.query, reply })
      }
      const value = await handler({ ...asked, caller, request, reply })
      if (replied === 'file') return reply
      if (replied === null) return reply.code(204).send()
      const written = encoder(replied)(value)
      inspect?.written(call, value, written)
      return reply.type('application/json; charset=utf-8').send(written)
    },
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on the routes of API calls. */
    call?: Call
  }
  interface FastifyRequest {
    /** Set by `mount` for calls that need a session. Null on public calls. */
    caller: Caller | null
  }
}
