/** So many texts of a customer are tried in a row at most. */
export const mostTriedTexts = 30

/** Why the bot gives a conversation to people in a try. */
export const triedHandovers = [
  'asked',
  'complaint',
  'not-understood',
  'no-answer',
  'needs-person',
  'runaway',
  'rule',
] as const
export type TriedHandover = (typeof triedHandovers)[number]
