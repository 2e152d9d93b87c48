/**
 * What stands around a thread: tickets, issues, offers, the applications of the conversation's customer by kind, the notes in
 * it, and the one on its customer.
 */
export const workParts = ['tickets', 'issues', 'assignments', 'ipp', 'lib', 'notes', 'customer_note'] as const
export type WorkPart = (typeof workParts)[number]
