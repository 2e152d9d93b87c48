/** IN_PROGRESS is shown if a provider sends it; no call sets it. */
export const issueStatuses = ['OPEN', 'IN_PROGRESS', 'RESOLVED', 'REOPENED'] as const

export const issuePriorities = ['LOW', 'MEDIUM', 'HIGH'] as const

export const issueCategories = ['CLAIMS', 'ACCOUNT', 'TECHNICAL', 'BENEFITS', 'PAYMENTS'] as const

export const maxIssueTitle = 200

/** Limit of a description, a resolution summary and a reason. */
export const maxIssueText = 4096
