import type { ApplicationKind, ApplicationStatus } from '@parley/core/applications/application'
import { applicationNumber } from '@parley/core/applications/rules'
import type { World } from '@parley/bot/world'
import { statement } from '../db/statement.ts'
import type { Reader } from '../db/write.ts'

/** As customers are told; a draft is theirs to finish. */
const words: Readonly<Record<ApplicationStatus, string>> = {
  DRAFT: 'not finished yet',
  SUBMITTED: 'received',
  PENDING_DOCUMENTS: 'waiting for your documents',
  UNDER_REVIEW: 'being reviewed',
  APPROVED: 'approved',
  REJECTED: 'not accepted',
}
const mostTold = 5

interface Row {
  readonly kind: ApplicationKind
  readonly id: number
  readonly status: ApplicationStatus
}

const newest = statement<Row>(
  'bot_applications',
  'select kind, id, status from applications where customer_id = $1::bigint order by id desc limit $2::int',
)

/** The applications that a customer may be told of, newest first. */
export const applicationsOf = (reader: Reader, customerId: number): Promise<readonly Row[]> =>
  newest(reader, [customerId, mostTold])

/** Their numbers, and where they stand in words. */
export const toldOf = (rows: readonly Row[]): World['applications'] =>
  rows.map(({ kind, id, status }) => ({ number: applicationNumber({ kind, id }), status: words[status] }))
