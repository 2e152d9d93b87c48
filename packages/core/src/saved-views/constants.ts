/** The owner of a saved view: own, only for its author; shared, for everybody. */
export const viewScopes = ['own', 'shared'] as const
export type ViewScope = (typeof viewScopes)[number]

/** Limits, in characters (code points) and items. */
export const viewLimits = {
  name: 40,
  search: 200,
  /** Views of one agent. */
  own: 50,
  shared: 50,
} as const
