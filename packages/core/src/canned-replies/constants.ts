/** own: for its author only; shared: for everybody. */
export const cannedScopes = ['own', 'shared'] as const
export type CannedScope = (typeof cannedScopes)[number]

/** Limits, in characters and items. */
export const cannedLimits = {
  shortcut: 32,
  title: 80,
  /** WhatsApp's limit for one text. */
  body: 4_096,
  /** Files of one reply. */
  files: 3,
  /** Replies of one agent. */
  own: 200,
  shared: 300,
} as const

/** The form of a shortcut: small letters, digits, and hyphens between them. */
export const shortcutForm = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The variables that the console can fill in; any other stays a place for the agent. */
export const cannedVariables = ['first_name', 'policy_number', 'agent', 'part_of_day'] as const
export type CannedVariable = (typeof cannedVariables)[number]
