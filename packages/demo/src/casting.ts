import type { ConversationStatus } from '@parley/core/api/conversations'
import type { ApplicationScript, IssueScript, Topic } from './script.ts'
import { asthmaticLife, healthyLife, pensionForm } from './topics/applications.ts'
import { accidentReport, claimStatus, funeralClaim } from './topics/claims.ts'
import { groupBusiness } from './topics/group.ts'
import {
  doubtedIdentity,
  lostDocument,
  settledClaim,
  slowClaim,
  unclearLoan,
  unmatchedPayment,
} from './topics/issues.ts'
import { doublePayment, paymentMethods, statement, unmatchedPremium } from './topics/payments.ts'
import {
  beneficiaries,
  flexCover,
  pensionStart,
  policyDocument,
  policyLoan,
  surrender,
} from './topics/policies.ts'
import {
  afterTheWindow,
  branchHours,
  emojis,
  greeting,
  identityPapers,
  leftWhatsapp,
  links,
  longStory,
  newNumber,
  offlinePhone,
  rightToLeft,
  thankYou,
  unclearSend,
} from './topics/service.ts'

/** One conversation of the demo before it has texts and times. */
export interface Role {
  readonly status: ConversationStatus
  /** The assignee's place among the demo's agents; null for nobody. */
  readonly agent: 0 | 1 | 2 | null
  /** Minutes since the last message. */
  readonly ago: number
  /** What was talked about, oldest first. */
  readonly topics: readonly Topic[]
  /** How many lines of the last topic were written so far; without it, all. */
  readonly lines?: number
  /** The last message is as fresh as `ago` says, in the night too. */
  readonly wakes?: boolean
  /** The conversation that this one's customer had before, as its place in the list. */
  readonly sameCustomerAs?: number
  /** What was raised about the last topic. */
  readonly issue?: IssueScript
  /** What became of the application that the last topic with a form is about. */
  readonly application?: ApplicationScript
}

const hour = 60
const day = 24 * hour
const [amina, brian, carol, nobody] = [0, 1, 2, null] as const

const role = (
  status: ConversationStatus,
  agent: Role['agent'],
  ago: number,
  topics: readonly Topic[],
  more: Pick<Role, 'lines' | 'wakes' | 'sameCustomerAs' | 'issue' | 'application'> = {},
): Role => ({ status, agent, ago, topics, ...more })

/** So many topics, taken round and round. */
const rounds = (topics: readonly Topic[], count: number): readonly Topic[] =>
  Array.from(
    { length: count },
    (_, index) => topics[(index * 5 + Math.floor(index / 8)) % topics.length],
  ).filter(topic => topic !== undefined)

/** A treasurer's year: over 1,200 messages. */
const treasurer = rounds(groupBusiness, 220)
/** A busy scheme: about 140 messages. */
const scheme = [pensionStart, ...rounds(groupBusiness, 17), unmatchedPremium]

/** The 60 conversations that everybody's demo has, the most recent ones first. */
export const cast: readonly Role[] = [
  role('ACTIVE', amina, 4, [pensionStart, unmatchedPremium], {
    issue: unmatchedPayment,
    application: {
      status: 'PENDING_DOCUMENTS',
      odd: ['shares', 'short id number'],
      reason: 'Income proof asked for; shares and ID number to be clarified.',
      note: 'Called the customer. The payslip comes at the end of the month.',
    },
  }),
  role('ACTIVE', nobody, 7, [surrender], { lines: 1 }),
  role('ACTIVE', brian, 11, [policyDocument, claimStatus], { lines: 12, issue: slowClaim }),
  role('ACTIVE', amina, 16, treasurer),
  role('ACTIVE', carol, 23, [flexCover], { lines: 9, application: { status: 'DRAFT' } }),
  role('ACTIVE', nobody, 31, [doublePayment], { lines: 5 }),
  role('ACTIVE', amina, 42, [beneficiaries], { lines: 7 }),
  role('ACTIVE', nobody, 55, [rightToLeft], { lines: 4 }),
  role('ACTIVE', brian, 68, scheme),
  role('ACTIVE', nobody, 80, [emojis]),
  role('ACTIVE', amina, 95, [longStory]),
  role('ACTIVE', carol, 2 * hour, [accidentReport], { lines: 7 }),
  role('ACTIVE', nobody, 2.5 * hour, [greeting]),
  role('ACTIVE', amina, 3 * hour, [healthyLife, offlinePhone], { application: { status: 'UNDER_REVIEW' } }),
  role('ACTIVE', brian, 3.5 * hour, [statement, policyLoan], { lines: 9, issue: unclearLoan }),
  role('ACTIVE', amina, 4 * hour, [thankYou, afterTheWindow]),
  role('ACTIVE', carol, 5 * hour, [unclearSend]),
  role('ACTIVE', nobody, 6 * hour, [branchHours, pensionForm], {
    lines: 6,
    application: { status: 'SUBMITTED' },
  }),
  role('RESOLVED', amina, 7 * hour, [identityPapers], { issue: doubtedIdentity }),
  role('ACTIVE', carol, 8 * hour, [funeralClaim, healthyLife], { application: { status: 'SUBMITTED' } }),
  role('ACTIVE', nobody, 9 * hour, []),
  role('ACTIVE', brian, 10 * hour, [asthmaticLife, links], {
    application: { status: 'PENDING_DOCUMENTS', reason: 'The medical report on the asthma is missing.' },
  }),
  role('RESOLVED', carol, 21 * hour, [pensionForm, paymentMethods, thankYou], {
    application: { status: 'APPROVED', reason: 'Complete, and verified against the papers.' },
  }),
  // Two whose 24 hours are nearly over, at whatever hour the demo is made.
  role('ACTIVE', amina, 22 * hour, [newNumber], { wakes: true }),
  role('ACTIVE', brian, 23 * hour, [flexCover], { lines: 9, wakes: true }),
  role('RESOLVED', amina, day, [pensionForm, doublePayment], {
    application: { status: 'UNDER_REVIEW', odd: ['unemployed'] },
  }),
  role('ACTIVE', carol, 1.1 * day, [policyLoan], { lines: 4 }),
  role('ACTIVE', amina, 1.2 * day, [policyDocument], { lines: 12, issue: lostDocument }),
  role('ACTIVE', brian, 1.3 * day, [unmatchedPremium], { lines: 9 }),
  role('RESOLVED', brian, 1.5 * day, [claimStatus], { issue: settledClaim }),
  role('ACTIVE', nobody, 1.6 * day, [pensionStart], { lines: 8, application: { status: 'SUBMITTED' } }),
  role('ACTIVE', carol, 1.9 * day, [statement, beneficiaries]),
  role('TRANSFERRED', brian, 2 * day, [beneficiaries], { lines: 1 }),
  role('RESOLVED', carol, 2.1 * day, [pensionForm, statement], { application: { status: 'APPROVED' } }),
  role('ACTIVE', amina, 2.2 * day, [healthyLife, surrender], {
    application: { status: 'APPROVED', note: 'Policy schedule goes out with the next post.' },
  }),
  role('RESOLVED', amina, 2.4 * day, [flexCover, policyDocument, thankYou]),
  role('ACTIVE', brian, 2.9 * day, [healthyLife, accidentReport], {
    application: { status: 'SUBMITTED', odd: ['short id number'] },
  }),
  role('ACTIVE', carol, 3 * day, [identityPapers], { lines: 6 }),
  role('RESOLVED', brian, 3.2 * day, [healthyLife, branchHours], { application: { status: 'APPROVED' } }),
  role('ACTIVE', amina, 3.4 * day, [pensionForm, paymentMethods], {
    application: { status: 'SUBMITTED', odd: ['past start'] },
  }),
  role('TRANSFERRED', carol, 3.9 * day, [policyLoan], { lines: 2 }),
  role('RESOLVED', amina, 4 * day, [pensionStart], {
    application: {
      status: 'PENDING_DOCUMENTS',
      reason: 'The letter says nothing about the salary: payslip asked for.',
    },
  }),
  role('ACTIVE', brian, 4.1 * day, [pensionForm, thankYou], {
    application: { status: 'REJECTED', odd: ['minor'], reason: 'Under 18. The father will apply instead.' },
  }),
  role('RESOLVED', carol, 4.3 * day, [asthmaticLife, unmatchedPremium], {
    lines: 11,
    application: {
      status: 'REJECTED',
      reason: 'The underwriters declined. A letter with the reasons was sent.',
    },
  }),
  role('ACTIVE', nobody, 4.8 * day, [greeting]),
  role('RESOLVED', brian, 5 * day, [healthyLife, surrender, statement, thankYou], {
    application: { status: 'UNDER_REVIEW', odd: ['other gender'] },
  }),
  role('RESOLVED', amina, 5.2 * day, [pensionForm, policyLoan], {
    application: { status: 'UNDER_REVIEW', odd: ['shares', 'ticked too early'] },
  }),
  role('TRANSFERRED', nobody, 5.9 * day, [funeralClaim], { lines: 2 }),
  role('ACTIVE', carol, 6 * day, [branchHours, flexCover], { lines: 13 }),
  role('RESOLVED', brian, 6.2 * day, [pensionForm, thankYou], { application: { status: 'APPROVED' } }),
  role('DORMANT', amina, 13 * day, [flexCover], { lines: 13, application: { status: 'DRAFT' } }),
  role('DORMANT', carol, 16 * day, [pensionStart], { lines: 6, application: { status: 'DRAFT' } }),
  role('DORMANT', brian, 19 * day, [identityPapers], { lines: 1 }),
  role('DORMANT', nobody, 24 * day, [greeting]),
  role('DORMANT', amina, 33 * day, [accidentReport, leftWhatsapp]),
  role('ARCHIVED', carol, 41 * day, [claimStatus, thankYou]),
  role('ARCHIVED', brian, 48 * day, [paymentMethods], { sameCustomerAs: 2 }),
  role('ARCHIVED', amina, 55 * day, [policyDocument, statement], { sameCustomerAs: 6 }),
  role('ARCHIVED', nobody, 70 * day, [branchHours], { sameCustomerAs: 18 }),
  role('ARCHIVED', carol, 96 * day, [doublePayment, beneficiaries]),
]
