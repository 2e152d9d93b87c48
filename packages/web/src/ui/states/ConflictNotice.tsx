import { t } from '@parley/core/text/translate'
import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import type { Conflict } from '../forms/use-versioned-draft.ts'
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
