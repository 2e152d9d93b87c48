import type { IssueScript } from '../script.ts'

export const unmatchedPayment: IssueScript = {
  title: '{network} payments are matched late',
  description: 'The receipt is in chat. The second customer this month whose payment stays pending.',
  category: 'PAYMENTS',
  priority: 'HIGH',
  status: 'OPEN',
}

export const slowClaim: IssueScript = {
  title: 'Promised answer to a claim is overdue',
  description: 'The discharge form for {policy} is complete; the claims team has not answered.',
  category: 'CLAIMS',
  priority: 'HIGH',
  status: 'IN_PROGRESS',
}

export const unclearLoan: IssueScript = {
  title: 'What a loan does to the benefits',
  description: 'Asks what is left for the family if he dies before the loan on {policy} is repaid.',
  category: 'BENEFITS',
  priority: 'LOW',
  status: 'OPEN',
}

export const lostDocument: IssueScript = {
  title: 'Second name misspelt on the policy document',
  description: 'Page 1 of {policy}; the national ID is in chat.',
  category: 'ACCOUNT',
  priority: 'MEDIUM',
  status: 'REOPENED',
  resolution: 'Document of {policy} corrected and sent again.',
  reason: 'The new document has the old spelling on page 3.',
}

export const doubtedIdentity: IssueScript = {
  title: 'Customer doubted that this number is ours',
  description: 'Called the office to make sure before sending an ID.',
  category: 'TECHNICAL',
  priority: 'MEDIUM',
  status: 'RESOLVED',
  resolution: 'Confirmed by phone; the number is now printed on every schedule.',
}

export const settledClaim: IssueScript = {
  title: 'Hospital cash claim without its discharge form',
  description: 'The form reached us only at the second attempt.',
  category: 'CLAIMS',
  priority: 'MEDIUM',
  status: 'RESOLVED',
  resolution: 'Claim on {policy} settled, the customer knows.',
}
