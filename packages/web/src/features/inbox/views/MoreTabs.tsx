import { statusLabel } from '@parley/core/conversations/rules'
import { t } from '@parley/core/text/translate'
import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyWithRetry, usePreloaded } from '../../../ui/hooks/lazy-part.ts'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'
import { takeFocus } from '../../../ui/overlays/free-focus.ts'
import tabs from '../../../ui/Tabs.module.css'
import { hasTab } from '../list-filter.ts'
import { tablessTotal } from '../list-total.ts'
import type { TablessChoice } from './MoreTabsMenu.tsx'

const menu = lazyWithRetry(async () => (await import('./MoreTabsMenu.tsx')).MoreTabsMenu)

/** Reads as one of the tabs it follows: the statuses without a tab of their own, with how many there are, so that the tabs add up to All. The menu's code comes with the press. */
export function MoreTabs(props: TablessChoice) {
  usePreloaded(menu)
  const [pressed, setPressed] = useState(false)
  const { status, counts } = props
  const chosen = status !== undefined && !hasTab(status) ? status : null
  const button = (
    <HStack
      as="button"
      type="button"
      gap={1.5}
      inline
      size="list"
      weight={500}
      tone="muted"
      nowrap
      className={tabs.tab}
      data-chosen={chosen !== null || undefined}
      ref={pressed ? takeFocus : null}
      onClick={() => setPressed(true)}
    >
      {chosen === null ? t('More') : statusLabel(chosen)}
      <Text weight={400} tone="faint" digits className={tabs.count}>
        {chosen === null ? tablessTotal(counts) : counts?.[chosen]}
      </Text>
      <ChevronDown size={14} strokeWidth={2} aria-hidden="true" />
    </HStack>
  )
  if (!pressed) return button
  return (
    <Suspense fallback={button}>
      <menu.Part {...props} trigger={button} />
    </Suspense>
  )
}
