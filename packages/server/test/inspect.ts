import assert from 'node:assert/strict'
import type { Call } from '@parley/core/api'

/**
 * For `Http.inspect`: what was written must be what the handler returned, without undeclared keys, and fit the schema.
 * The encoder is blind to wrong values (null becomes 0 or ""), so a difference fails the call, and so the test.
 */
export function inspectReply(call: Call, value: unknown, written: string): void {
  if (call.reply === null || call.reply === 'file') return
  const parsed: unknown = JSON.parse(written)
  const declared: unknown = JSON.parse(JSON.stringify(call.reply.parse(value)))
  assert.deepEqual(parsed, declared, `${call.method} ${call.path} wrote something else than it returned`)
}
