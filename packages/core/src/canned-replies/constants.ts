/** own: for its author only; shared: for everybody. */
export const cannedScopes = ['own', 'shared'] as const
export type CannedScope = (typeof cannedScopes)[number]

/** In characters and pieces. */
export const cannedLimits = {
  shortcut: 32,
  title: 80,
  /** What WhatsApp takes as one text. */
  body: 4_096,
  /** Files of one. */
  files: 3,
  /** Of one agent. */
  own: 200,
  shared: 300,
} as const

/** What a shortcut looks like: small letters, figures, and hyphens between them. */
export const shortcutForm = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The variables that the console knows values of; any other stays a place to be filled in. */
export const cannedVariables = ['first_name', 'policy_number', 'agent', 'part_of_day'] as const
export type CannedVariable = (typeof cannedVariables)[number]
