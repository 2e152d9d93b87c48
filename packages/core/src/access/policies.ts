/** The roles of accounts; each includes all the roles before it. Everybody has the first (AUTH-04). */
export const roles = ['AGENT', 'SUPERVISOR', 'ADMINISTRATOR'] as const
export type Role = (typeof roles)[number]

/** Settings that restrict the agents of a workspace. By default nothing is restricted. */
export const narrowings = ['colleague_conversations', 'colleague_figures', 'application_decisions'] as const
type Narrowing = (typeof narrowings)[number]

export interface Policy {
  /** Ends the sentence “Only a supervisor may …”. */
  readonly may: string
  /** The weakest role allowed; null: any caller, signed in or not. */
  readonly least: Role | null
  /** The weakest role allowed for another agent's row; the same as `least` if absent. */
  readonly others?: Role
  /** The setting that restricts the policy (`others` if present) to supervisors. */
  readonly narrowedBy?: Narrowing
}

/**
 * The permissions: every call, socket and file declares one of these. The specifications know one kind of user (AUTH-06, GEN-09).
 * Everything they show to that user is open to everybody, unless a setting of the workspace restricts it.
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
  'colleague-assignments': {
    may: 'assign a conversation to a colleague at once, or withdraw the offer of a colleague',
    least: 'SUPERVISOR',
  },
  'shared-views': { may: 'save or change shared views', least: 'SUPERVISOR' },
  'colleague-notes': { may: 'delete a note of a colleague', least: 'SUPERVISOR' },
  accounts: { may: 'manage accounts and their roles', least: 'ADMINISTRATOR' },
  settings: { may: 'see and change the settings of the workspace', least: 'ADMINISTRATOR' },
  'personal-data': { may: 'export or erase the data of a customer', least: 'ADMINISTRATOR' },
  audit: { may: 'read the audit log', least: 'ADMINISTRATOR' },
} as const satisfies Record<string, Policy>
export type PolicyName = keyof typeof policies
