import { t } from '@parley/core/text/translate'
import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyWithRetry, usePreloaded } from '../../../ui/hooks/lazy-part.ts'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'
import { takeFocus } from '../../../ui/overlays/free-focus.ts'
import styles from './Queue.module.css'
import type { QueueView } from './queue-views.ts'

const menu = lazyWithRetry(async () => (await import('./OwnViewsMenu.tsx')).OwnViewsMenu)

interface OwnViewsProps {
  readonly view: QueueView
  /** The name of the saved view that is shown; null: none is. */
  readonly name: string | null
  readonly onView: (view: QueueView) => void
}

/** Behind the inbox's own views: those that were saved, one's own and the shared ones. The menu's code comes with the press. */
export function OwnViews({ view, name, onView }: OwnViewsProps) {
  usePreloaded(menu)
  const [pressed, setPressed] = useState(false)
  const button = (
    <HStack
      as="button"
      type="button"
      gap={1}
      inline
      size="list"
      weight={500}
      tone="muted"
      nowrap
      className={styles.view}
      aria-pressed={name !== null}
      ref={pressed ? takeFocus : null}
      onClick={() => setPressed(true)}
    >
      {name !== null && <span className="visually-hidden">{t('View:')} </span>}
      <Text cut className={styles.savedName}>
        {name ?? t('Views')}
      </Text>
      <ChevronDown size={14} strokeWidth={2} aria-hidden="true" />
    </HStack>
  )
  if (!pressed) return button
  return (
    <Suspense fallback={button}>
      <menu.Part view={view} onView={onView} trigger={button} />
    </Suspense>
  )
}
