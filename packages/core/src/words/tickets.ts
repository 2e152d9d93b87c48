/** In the order of menus. */
export const ticketStatuses = [
  'NEW',
  'ASSIGNED',
  'IN_PROGRESS',
  'WAITING_ON_CUSTOMER',
  'WAITING_ON_THIRD_PARTY',
  'RESOLVED',
  'CLOSED',
  'REOPENED',
] as const

/** What a ticket may be raised with. */
export const creationStatuses = ['NEW', 'ASSIGNED', 'IN_PROGRESS'] as const

/** Done with; `resolved_at` is set in these and in no others. */
export const closedStatuses = ['RESOLVED', 'CLOSED'] as const

export const ticketPriorities = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const

export const maxTicketTitle = 200

/** Of a description, a note and a resolution. */
export const maxTicketText = 4096
