/** Whose a saved view is: of the agent who saved it alone, or everybody's. */
export const viewScopes = ['own', 'shared'] as const
export type ViewScope = (typeof viewScopes)[number]

/** In UTF-16 units and pieces. */
export const viewLimits = {
  name: 40,
  search: 200,
  /** Of one agent. */
  own: 50,
  shared: 50,
} as const
