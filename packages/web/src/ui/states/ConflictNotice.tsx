import { t } from '@parley/core/text/translate'
import { type ReactNode, useState } from 'react'
import { Button } from '../Button.tsx'
import { HStack } from '../layout/Layout.tsx'
import { Notice } from './Notice.tsx'

type ConflictNoticeProps = {
  conflict: Conflict
  /** Who saved; null where that is not known. */
  by: { readonly name: string } | null | undefined
  /** What they saved, after their name. */
  children: ReactNode
}

/** That a colleague saved while something was written here, and the choice between both; nothing while there is none. */
export function ConflictNotice({ conflict, by, children }: ConflictNoticeProps) {
  if (!conflict.isOvertaken) return null
  return (
    <Notice
      tone="warn"
      action={
        <HStack as="span" gap={2} align="stretch" wrap>
          <Button size="small" onClick={conflict.takeTheirs}>
            {t('Take theirs')}
          </Button>
          <Button size="small" onClick={conflict.keepMine}>
            {t('Keep mine')}
          </Button>
        </HStack>
      }
    >
      {by?.name ?? t('A colleague')} {children}
    </Notice>
  )
}

/** What a colleague saved meanwhile stands against what is written here: one of both is chosen before anything is saved. */
export interface Conflict {
  readonly isOvertaken: boolean
  /** What is written here is to stand in place of what the colleague saved. */
  readonly keepMine: () => void
  readonly takeTheirs: () => void
}

/**
 * What is written upon a saved version, for `useForm`. It begins with what is saved. What a colleague saves meanwhile changes
 * nothing of it until that was looked at.
 */
export function useVersionedDraft<Content extends object>(saved: Content, savedVersion: number) {
  /** The version that it was begun on, or that was last looked at: it goes with what is sent. */
  const [version, setVersion] = useState(savedVersion)
  const [values, setValues] = useState(saved)
  return {
    version,
    values,
    onChange: (more: Partial<Content>) => setValues(now => ({ ...now, ...more })),
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
