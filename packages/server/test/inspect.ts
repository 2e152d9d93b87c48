import assert from 'node:assert/strict'
import type { Call } from '@parley/core/calls'
import type { Inspector, Sent } from '../src/http/mount.ts'
import { problemsOf } from '../src/http/openapi.ts'

/**
 * The written response must equal the handler's return value, without undeclared keys, and fit the schema.
 * The encoder ignores wrong values (null becomes 0 or ""), so a difference fails the call, and so the test.
 */
export function inspectReply(call: Call, value: unknown, written: string): void {
  if (call.reply === null || call.reply === 'file') return
  const parsed: unknown = JSON.parse(written)
  const declared: unknown = JSON.parse(JSON.stringify(call.reply.parse(value)))
  assert.deepEqual(parsed, declared, `${call.method} ${call.path} wrote something else than it returned`)
}

/**
 * The call must declare the error's code and the Parley headers; a successful response carries every declared header. A wrong
 * response becomes a 500, and so fails the test of the call.
 */
export function inspectSent(call: Call, { status, headers, text }: Sent): void {
  const name = `${call.method} ${call.path}`
  const declared = (call.headers ?? []).map(header => header.toLowerCase()).toSorted()
  const carried = Object.keys(headers)
    .filter(header => header.startsWith('parley-'))
    .toSorted()
  if (status < 400) return assert.deepEqual(carried, declared, `${name} declares other headers than it sends`)
  const undeclared = carried.filter(header => !declared.includes(header))
  assert.deepEqual(undeclared, [], `${name} sends a header that it does not declare`)
  // A range outside the file gets HTTP's own response, without a body.
  if (call.reply === 'file' && status === 416) return
  const { code } = JSON.parse(text ?? '{}') as { code?: unknown }
  const known: ReadonlySet<unknown> = problemsOf(call)
  assert.ok(known.has(code), `${name} does not declare the problem "${String(code)}"`)
}

export const inspector: Inspector = { written: inspectReply, sent: inspectSent }
