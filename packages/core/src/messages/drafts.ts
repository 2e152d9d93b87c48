/** What an agent has begun to say, as far as the server keeps it. */
export interface DraftWords {
  readonly text: string
  /** The message that it answers; null: none. */
  readonly quotedId: string | null
}

export const noWords: DraftWords = { text: '', quotedId: null }

export const isSameWords = (one: DraftWords, other: DraftWords): boolean =>
  one.text === other.text && one.quotedId === other.quotedId

export const isNothing = (words: DraftWords): boolean => isSameWords(words, noWords)

/** Where a write or a send stands among those of its page, and what it knew. */
export interface DraftStep {
  /** The page that says so, and which of its writes and sends this is: they may come in any order. */
  readonly pageId: string
  readonly no: number
  /** The version that it is based on; 0: it knows of none. */
  readonly version: number
}

/** A draft as the server has it; what was sent or emptied stays as one without words, so that nothing late brings it back. */
export interface StoredDraft extends DraftWords {
  readonly version: number
  readonly pageId: string
  readonly no: number
}

/**
 * What a write does to what is stored. `taken`: nothing that its page had not seen is lost by it. `same`: it says what stands
 * there. `stale`: somebody else wrote since, or the same page did, by a later step that came first.
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

/** Whether a message that was sent from the box ends what is stored: its own words, and not those of another page since. */
export const isEndedBySend = (stored: StoredDraft | null, sent: DraftStep): boolean =>
  stored === null || stored.version === sent.version || (stored.pageId === sent.pageId && stored.no < sent.no)

/** The draft that a page knows the server to have. */
export interface KnownDraft extends DraftWords {
  readonly version: number
}

/**
 * What a page does with a draft that it hears of. `old`: it knows as much. `known`: it is what stands here, or what this page
 * wrote itself. `shown`: nothing was written here meanwhile, so it takes the place of what stands here. `kept`: it was emptied
 * elsewhere, while words were written here: they stay, and are written anew. `apart`: both were changed, and the agent
 * chooses.
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
