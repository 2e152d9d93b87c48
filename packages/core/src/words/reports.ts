/** A list of more days is a mistake: ten years. */
export const longestDaily = 3_660

/** The specification's constants; screens always send their own dates. */
export const defaultDays = { start_date: '2025-04-01', end_date: '2025-04-30' } as const
