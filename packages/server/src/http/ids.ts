/** A path's or query's id as the database's number; null for text that is no id, which is answered like an unknown one. */
export const idOf = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)
