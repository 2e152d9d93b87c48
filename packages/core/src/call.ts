import type * as z from 'zod'
import type { ProblemCode } from './problems.ts'
import type { PolicyName } from './access/policies.ts'
import type { Area } from './areas.ts'
import type { ConversationRow } from './ids.ts'

/** Resources whose rows belong to one conversation each, also those whose events say more. */
export type RowNoun = ConversationRow | 'message' | 'application'

/** A conversation, and the resources that belong to one. A ticket can also be named by its number. */
export type ConversationNoun = 'conversation' | RowNoun | 'ticket-number'

/** The place of an id in a request: in its path (`params.id`), its query or its body. */
export type IdPlace = `${'params' | 'query' | 'body'}.${string}`

/** The callers of a call: anybody, a signed-in agent, or a signed-in agent's browser with the attachment cookie. */
type Access = 'public' | 'session' | 'attachment'

/**
 * One call of the API, declared once. The server validates and encodes by it; the typed client and OpenAPI are derived from it;
 * the contract test covers each one. `path` is relative to /api/v1.
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  readonly access: Access
  /** The policy that decides who may make it. */
  readonly policy: PolicyName
  /** Also open to users who lack a required second factor: the calls that set one up. */
  readonly withoutSecondFactor?: true
  /** For a policy that separates own rows from others': the place of the owner's id, in the path or the query. */
  readonly owner?: IdPlace
  /**
   * Ids of resources that belong to a conversation, with their types. The rule `colleague-conversations` must let the caller see
   * each of them.
   */
  readonly about?: Readonly<Partial<Record<IdPlace, ConversationNoun>>>
  /** An additional policy, if a field of the body has one of these values. */
  readonly also?: { readonly policy: PolicyName; readonly field: string; readonly values: readonly string[] }
  /** The area that it belongs to: a server that leaves it to the console's samples answers 501. */
  readonly area?: Area
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The encoding of the body; JSON by default. */
  readonly encoding?: 'json' | 'form' | 'multipart'
  /** The JSON response; `null` for no content (204) and `'file'` for bytes. */
  readonly reply: z.ZodType | null | 'file'
  /** Its response carries a secret and is never compressed: the compressed length would reveal repetitions in it. */
  readonly secret?: true
  /** Response headers, for data that does not fit into a bare list. */
  readonly headers?: readonly ('Parley-Seq' | 'Parley-Total' | 'Parley-Counts')[]
  /** The agent's rate limit that it counts against; a list with `search` only if it searches. */
  readonly spends?: 'send' | 'search' | 'upload' | 'export'
  /** Problems beyond 400 for bad input and 401 for a missing session. */
  readonly problems: readonly ProblemCode[]
}

/** What a declaration may leave out. A forgotten `access` opens no call: it needs a session. */
const defaults = { access: 'session', problems: [] } as const satisfies Partial<Call>

type Declaration = Omit<Call, keyof typeof defaults> & Partial<Pick<Call, keyof typeof defaults>>

/** A call with the defaults of what its declaration leaves out. */
type Declared<T> = T & Omit<typeof defaults, keyof T>

/** Fills in the defaults. Keeps each call's literal types; a plain object would be widened. */
export const declare = <const T extends Record<string, Declaration>>(calls: T) =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, { ...defaults, ...call }])) as {
    readonly [K in keyof T]: Declared<T[K]>
  }

/** The console's default for an unreadable value, by schema. */
export const standIns = new WeakMap<z.ZodType, unknown>()

/** Declares the console's default for an unreadable value. The server's response must still have a valid value. */
export function orElse<S extends z.ZodType>(schema: S, value: z.output<S>): S {
  standIns.set(schema, value)
  return schema
}

/** A value as the console caches it: read-only, with ids as text. */
export type Plain<T> = T extends z.core.$brand
  ? string
  : T extends readonly (infer One)[]
    ? readonly Plain<One>[]
    : T extends object
      ? { readonly [Key in keyof T as Key extends z.core.$brand ? string : Key]: Plain<T[Key]> }
      : T
