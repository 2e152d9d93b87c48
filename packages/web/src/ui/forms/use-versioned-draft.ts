import { useState } from 'react'

/** What a colleague saved meanwhile stands against what is written here: one of both is chosen before anything is saved. */
export interface Conflict {
  readonly isOvertaken: boolean
  /** What is written here is to stand in place of what the colleague saved. */
  readonly keepMine: () => void
  readonly takeTheirs: () => void
}

/** What is written upon a saved version, for `useForm`. */
export interface VersionedDraft<Content> {
  /** The version that it was begun on, or that was last looked at: it goes with what is sent. */
  readonly version: number
  readonly values: Content
  readonly onChange: (more: Partial<Content>) => void
  readonly conflict: Conflict
}

/** Begins with what is saved. What a colleague saves meanwhile changes nothing of it until that was looked at. */
export function useVersionedDraft<Content extends object>(
  saved: Content,
  savedVersion: number,
): VersionedDraft<Content> {
  const [version, setVersion] = useState(savedVersion)
  const [values, setValues] = useState(saved)
  return {
    version,
    values,
    onChange: more => setValues(now => ({ ...now, ...more })),
    conflict: {
      isOvertaken: version !== savedVersion,
      keepMine: () => setVersion(savedVersion),
      takeTheirs: () => {
        setVersion(savedVersion)
        setValues(saved)
      },
    },
  }
}
