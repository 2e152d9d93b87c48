/** What an account may be, each with all that stands before it. The first is everybody's (AUTH-04). */
export const roles = ['AGENT', 'SUPERVISOR', 'ADMINISTRATOR'] as const
export type Role = (typeof roles)[number]

/** Settings with which a workspace narrows what its agents may do; none is narrowed unless it says so. */
export const narrowings = ['colleague_conversations', 'colleague_figures', 'application_decisions'] as const
export type Narrowing = (typeof narrowings)[number]

export interface Policy {
  /** Ends the sentence “Only a supervisor may …”. */
  readonly may: string
  /** The weakest role that may; null: whoever calls, signed in or not. */
  readonly least: Role | null
  /** The weakest role that may where the row belongs to another agent; the same as `least` where it is absent. */
  readonly others?: Role
  /** The setting that leaves it, `others` where there are any, to supervisors. */
  readonly narrowedBy?: Narrowing
}

/**
 * Who may do what: every call, socket and file names one of these where it is declared. What the specifications show to
 * the one kind of user that they know (AUTH-06, GEN-09) is everybody's unless a setting of the workspace narrows it.
 */
export const policies = {
  anybody: { may: 'ask this', least: null },
  desk: {
    may: 'read and answer conversations, and work on their tickets, issues and applications',
    least: 'AGENT',
  },
  'colleague-conversations': {
    may: 'see the conversations of another department',
    least: 'AGENT',
    others: 'AGENT',
    narrowedBy: 'colleague_conversations',
  },
  figures: { may: 'see the figures of the team', least: 'AGENT' },
  'own-account': { may: 'look after their own account', least: 'AGENT' },
  'agent-status': { may: 'set the status of another agent', least: 'AGENT', others: 'SUPERVISOR' },
  'colleague-figures': {
    may: 'see the figures of another agent',
    least: 'AGENT',
    others: 'AGENT',
    narrowedBy: 'colleague_figures',
  },
  'application-decision': {
    may: 'approve or reject an application',
    least: 'AGENT',
    narrowedBy: 'application_decisions',
  },
  'agent-sessions': {
    may: 'see and end the sessions of another agent',
    least: 'AGENT',
    others: 'SUPERVISOR',
  },
  people: { may: 'see all accounts', least: 'SUPERVISOR' },
  channel: { may: 'see what became of what WhatsApp sent', least: 'SUPERVISOR' },
  bot: { may: 'change what the bot says, and where it answers', least: 'SUPERVISOR' },
  'shared-replies': { may: 'change shared canned replies', least: 'SUPERVISOR' },
  'shared-views': { may: 'save or change shared views', least: 'SUPERVISOR' },
  'colleague-notes': { may: 'delete a note of a colleague', least: 'SUPERVISOR' },
  accounts: { may: 'manage accounts and their roles', least: 'ADMINISTRATOR' },
  settings: { may: 'see and change the settings of the workspace', least: 'ADMINISTRATOR' },
  'personal-data': { may: 'export or erase the data of a customer', least: 'ADMINISTRATOR' },
  audit: { may: 'read the audit log', least: 'ADMINISTRATOR' },
} as const satisfies Record<string, Policy>
export type PolicyName = keyof typeof policies
