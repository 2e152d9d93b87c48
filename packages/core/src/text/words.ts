import { t, translated } from './translate.ts'

const words: ReadonlyMap<string, string> = new Map([
  ['ACTIVE', t('Active')],
  ['RESOLVED', t('Resolved')],
  ['DORMANT', t('Dormant')],
  ['ARCHIVED', t('Archived')],
  ['TRANSFERRED', t('Transferred')],

  ['NEW', t('New')],
  ['ASSIGNED', t('Assigned')],
  ['OPEN', t('Open')],
  ['IN_PROGRESS', t('In progress')],
  ['WAITING_ON_CUSTOMER', t('Waiting on customer')],
  ['WAITING_ON_THIRD_PARTY', t('Waiting on third party')],
  ['CLOSED', t('Closed')],
  ['REOPENED', t('Reopened')],

  ['LOW', t('Low')],
  ['MEDIUM', t('Medium')],
  ['HIGH', t('High')],
  ['URGENT', t('Urgent')],

  ['CLAIMS', t('Claims')],
  ['ACCOUNT', t('Account')],
  ['TECHNICAL', t('Technical')],
  ['BENEFITS', t('Benefits')],
  ['PAYMENTS', t('Payments')],

  ['DRAFT', t('Draft')],
  ['SUBMITTED', t('Submitted')],
  ['PENDING_DOCUMENTS', t('Pending documents')],
  ['UNDER_REVIEW', t('Under review')],
  ['APPROVED', t('Approved')],
  ['REJECTED', t('Rejected')],
])

/**
 * A status, a priority, a category or another code, as a person reads it: "Pending documents" for PENDING_DOCUMENTS. One that
 * is not known here, such as a newer server's or WhatsApp's, is spelt out.
 */
export const inWords = (code: string): string =>
  words.get(code) ?? translated(code.slice(0, 1) + code.slice(1).toLowerCase().replaceAll('_', ' '))
