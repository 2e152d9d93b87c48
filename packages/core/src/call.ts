import type * as z from 'zod'
import type { ProblemCode } from './problems.ts'
import type { PolicyName } from './access/policies.ts'
import type { Area } from './areas.ts'

/** What belongs to one conversation, and that itself. A ticket is named by its number too. */
export type ConversationNoun =
  | 'conversation'
  | 'message'
  | 'note'
  | 'reminder'
  | 'ticket'
  | 'ticket-number'
  | 'issue'
  | 'application'

/** Where an id stands in a request: in its path (`params.id`), its query or its body. */
export type IdPlace = `${'params' | 'query' | 'body'}.${string}`

/** Who may make a call: anybody, a signed-in agent, or a signed-in agent's browser through the attachment cookie. */
export type Access = 'public' | 'session' | 'attachment'

/**
 * One call of the API, declared once. The server validates and encodes by it, the typed client and OpenAPI are made
 * from it, and the contract test walks every one. `path` is relative to /api/v1.
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  readonly access: Access
  /** The rule that says who may make it. */
  readonly policy: PolicyName
  /** Open also to who must have a second factor and has none: what it takes to set one up. */
  readonly withoutSecondFactor?: true
  /** Where the rule tells own rows from others': the id of the row's agent, in the path or the query. */
  readonly owner?: IdPlace
  /**
   * Ids of what belongs to a conversation, which the rule `colleague-conversations` must let the caller see, and what each
   * is the id of.
   */
  readonly about?: Readonly<Partial<Record<IdPlace, ConversationNoun>>>
  /** A rule that must be met as well where a field of the body has one of these values. */
  readonly also?: { readonly policy: PolicyName; readonly field: string; readonly values: readonly string[] }
  /** The area it belongs to: a server that leaves it to the console's samples answers 501. */
  readonly area?: Area
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** How the body travels; JSON where nothing else is said. */
  readonly encoding?: 'json' | 'form' | 'multipart'
  /** The JSON answer; `null` for no content (204) and `'file'` for bytes. */
  readonly reply: z.ZodType | null | 'file'
  /** Its answer carries a secret, and is never compressed: the length of a compressed answer tells what in it repeats. */
  readonly secret?: true
  /** Answer headers beside the body, for what does not fit into a bare list. */
  readonly headers?: readonly ('Parley-Seq' | 'Parley-Total' | 'Parley-Counts')[]
  /** Whose budget it counts against, of those that each agent has; a list with `search` only where it searches. */
  readonly spends?: 'send' | 'search' | 'upload' | 'export'
  /** Problems beyond 400 for bad input and 401 for a missing session. */
  readonly problems: readonly ProblemCode[]
}

/** Keeps each call's literal types; a plain object would be widened. */
export const declare = <const T extends Record<string, Call>>(calls: T): T => calls

/** What the console shows for a value that it cannot read, by schema. */
export const standIns = new WeakMap<z.ZodType, unknown>()

/** Declares what the console shows where it cannot read the value. The answer of the server needs the value all the same. */
export function orElse<S extends z.ZodType>(schema: S, value: z.output<S>): S {
  standIns.set(schema, value)
  return schema
}

/** A value as the console holds it: read-only, with ids as text. */
export type Plain<T> = T extends z.core.$brand
  ? string
  : T extends readonly (infer One)[]
    ? readonly Plain<One>[]
    : T extends object
      ? { readonly [Key in keyof T as Key extends z.core.$brand ? string : Key]: Plain<T[Key]> }
      : T
