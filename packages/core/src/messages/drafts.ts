/** An agent's unsent text, as stored by the server. */
export interface DraftWords {
  readonly text: string
  /** The message that it answers; null: none. */
  readonly quotedId: string | null
}

export const noWords: DraftWords = { text: '', quotedId: null }

export const isSameWords = (one: DraftWords, other: DraftWords): boolean =>
  one.text === other.text && one.quotedId === other.quotedId

export const isNothing = (words: DraftWords): boolean => isSameWords(words, noWords)

/** The step of a write or a send on its page, and the version that the page knew. */
export interface DraftStep {
  /** The page, and the number of this write or send on it: they may arrive in any order. */
  readonly pageId: string
  readonly no: number
  /** The version on which it is based; 0: none. */
  readonly version: number
}

/** The server's draft. A sent or emptied one stays stored without text, so that a late write does not restore it. */
export interface StoredDraft extends DraftWords {
  readonly version: number
  readonly pageId: string
  readonly no: number
}

/**
 * The effect of a write on the stored draft. `taken`: it replaces the stored draft, whose changes its page had all seen. `same`:
 * the stored draft has the same text. `stale`: another page wrote since, or a later step of the same page arrived first.
 */
export function afterWrite(
  stored: StoredDraft | null,
  write: DraftStep & DraftWords,
): 'same' | 'taken' | 'stale' {
  const isOwn = stored?.pageId === write.pageId
  if (isOwn && write.no <= stored.no) return 'stale'
  if (isSameWords(stored ?? noWords, write)) return 'same'
  return isOwn || (stored?.version ?? 0) === write.version ? 'taken' : 'stale'
}

/** Whether a sent message ends the stored draft: the version it was sent from, or an earlier step of the same page. */
export const isEndedBySend = (stored: StoredDraft | null, sent: DraftStep): boolean =>
  stored === null || stored.version === sent.version || (stored.pageId === sent.pageId && stored.no < sent.no)

/** The server's draft, as far as a page knows. */
export interface KnownDraft extends DraftWords {
  readonly version: number
}

/**
 * The effect of a received draft on a page. `old`: the page already knows this version. `known`: it equals the local text, or
 * this page wrote it. `shown`: nothing was typed here meanwhile, so it replaces the local text. `kept`: it was emptied elsewhere
 * while text was typed here: the local text stays, and is written again. `apart`: both were changed, and the agent chooses.
 * @param known null: nothing yet
 */
export function afterHearing(
  here: DraftWords & { readonly pageId: string; readonly known: KnownDraft | null },
  heard: KnownDraft & { readonly pageId: string },
): 'old' | 'known' | 'shown' | 'kept' | 'apart' {
  const { known } = here
  if (
    known !== null &&
    (heard.version === known.version || (heard.version !== 0 && heard.version < known.version))
  )
    return 'old'
  if (heard.pageId === here.pageId || isSameWords(here, heard)) return 'known'
  if (isNothing(here) || (known !== null && isSameWords(here, known))) return 'shown'
  return isNothing(heard) ? 'kept' : 'apart'
}
