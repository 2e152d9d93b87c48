import type { Role } from './casting.ts'
import type { Draw } from './random.ts'
import { claimStatus } from './topics/claims.ts'
import { doublePayment, paymentMethods, statement, unmatchedPremium } from './topics/payments.ts'
import { beneficiaries, flexCover, pensionStart, policyDocument, surrender } from './topics/policies.ts'
import { branchHours, greeting, thankYou } from './topics/service.ts'

const everyday = [
  paymentMethods,
  statement,
  unmatchedPremium,
  doublePayment,
  claimStatus,
  branchHours,
  thankYou,
].concat([beneficiaries, flexCover, pensionStart, policyDocument, surrender, greeting])

const statuses = ['ACTIVE', 'ACTIVE', 'ACTIVE', 'RESOLVED', 'RESOLVED', 'DORMANT', 'ARCHIVED'] as const

const dayMinutes = 24 * 60

/** One more conversation than the cast has: one to six messages, some time in the last half year. */
export function extra(draw: Draw): Role {
  const status = draw.pick(statuses)
  const oldest = status === 'ACTIVE' ? 30 : 180
  return {
    status,
    agent: draw.pick([0, 1, 2, null] as const),
    ago: draw.between(7 * dayMinutes, oldest * dayMinutes),
    topics: [draw.pick(everyday)],
    lines: draw.between(1, 6),
  }
}
