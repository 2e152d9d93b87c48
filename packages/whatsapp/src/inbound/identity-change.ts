import { type Node, nodeOf, phoneDigitsOf, textOf } from './node.ts'

/** A customer's new addresses; null: unchanged. At least one is set. */
export interface IdentityChange {
  /** A number in digits without `+`. */
  readonly toNumber: string | null
  /** A business-scoped user id. */
  readonly toUserId: string | null
}

/** A change and the old addresses; both null if WhatsApp names only the new one. */
export interface ChangedIdentity {
  readonly from: string | null
  readonly userId: string | null
  readonly change: IdentityChange
}

/** The change in a message of type `system`; null: it is about something else. */
export function readIdentityChange(message: Node): ChangedIdentity | null {
  const system = nodeOf(message['system'])
  const type = textOf(system?.['type']) ?? ''
  if (system === null || !/changed_(number|user_id)$/.test(type)) return null
  const toUserId = textOf(system['user_id'])
  const numbers = {
    from: phoneDigitsOf(message['from']) ?? phoneDigitsOf(system['customer']),
    named: phoneDigitsOf(system['wa_id']) ?? phoneDigitsOf(system['new_wa_id']),
  }
  // With a changed user id the number is the current one, and `from` may be missing.
  const isOfNumber = type.endsWith('number')
  const toNumber = isOfNumber && numbers.named !== numbers.from ? numbers.named : null
  if (toNumber === null && toUserId === null) return null
  return {
    from: isOfNumber ? numbers.from : (numbers.from ?? numbers.named),
    userId: textOf(message['from_user_id']) ?? previousUserId(textOf(system['body']), toUserId),
    change: { toNumber, toUserId },
  }
}

/** One element of `user_id_update`; null: the new id is missing. */
export function readUserIdUpdate(update: Node): ChangedIdentity | null {
  const ids = nodeOf(update['user_id'])
  const toUserId = textOf(ids?.['current'])
  if (toUserId === null) return null
  return {
    from: phoneDigitsOf(update['wa_id']),
    userId: textOf(ids?.['previous']),
    change: { toNumber: null, toUserId },
  }
}

/**
 * A notice without a separate old id still contains "… changed from US.1 to US.2". The first id is used if the second is the new
 * one.
 */
function previousUserId(body: string | null, toUserId: string | null): string | null {
  const said = /from ([A-Z]{2}\.[A-Za-z0-9.]+) to (\S+)\s*$/.exec(body ?? '')
  return said !== null && said[2] === toUserId ? (said[1] ?? null) : null
}
