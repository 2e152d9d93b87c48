/** What stands around a thread: tickets, issues, offers, and the applications of the conversation's customer by kind. */
export const workParts = ['tickets', 'issues', 'assignments', 'ipp', 'lib'] as const
export type WorkPart = (typeof workParts)[number]
