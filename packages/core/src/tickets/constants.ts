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

/** The statuses of a new ticket. */
export const creationStatuses = ['NEW', 'ASSIGNED', 'IN_PROGRESS'] as const

/** The closed statuses. `resolved_at` is set only in these. */
export const closedStatuses = ['RESOLVED', 'CLOSED'] as const

/** The filter of a list: open tickets, or one status. */
export const ticketListStatuses = ['OPEN', ...ticketStatuses] as const

export const ticketPriorities = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const

/** A place in the order of tickets: priority, last change, id. */
export const ticketPlaceForm =
  /^(LOW|MEDIUM|HIGH|URGENT)_(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([1-9]\d{0,17})$/

export const maxTicketTitle = 200

/** Limit of a description, a note and a resolution. */
export const maxTicketText = 4096
