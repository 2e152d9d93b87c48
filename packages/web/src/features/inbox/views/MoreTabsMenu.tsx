import type { ConversationStatus } from '@parley/core/conversations/api'
import { conversationStatuses } from '@parley/core/conversations/constants'
import { statusLabel } from '@parley/core/conversations/rules'
import type { StatusCounts } from '@parley/core/live/cached'
import { t } from '@parley/core/text/translate'
import type { ReactElement } from 'react'
import { Text } from '../../../ui/layout/Layout.tsx'
import { Menu, MenuChoice } from '../../../ui/overlays/Menu.tsx'
import tabs from '../../../ui/Tabs.module.css'
import { hasTab } from '../list-filter.ts'

/** Narrowing the list to a status that has no tab. */
export interface TablessChoice {
  /** What the list is narrowed to. */
  readonly status: ConversationStatus | undefined
  /** Null while they are not known. */
  readonly counts: StatusCounts | null
  readonly onChoose: (status: ConversationStatus) => void
}

interface MoreTabsMenuProps extends TablessChoice {
  readonly trigger: ReactElement<Record<string, unknown>>
}

/** The menu under More: each status that has no tab, with how many conversations it has. */
export function MoreTabsMenu({ status, counts, onChoose, trigger }: MoreTabsMenuProps) {
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuChoice
        label={t('Status')}
        value={status ?? ''}
        onChange={value => {
          const one = conversationStatuses.find(each => each === value)
          if (one !== undefined) onChoose(one)
        }}
        choices={conversationStatuses
          .filter(one => !hasTab(one))
          .map(one => ({
            value: one,
            label: statusLabel(one),
            beside: (
              <Text weight={400} tone="faint" digits className={tabs.count}>
                {counts?.[one]}
              </Text>
            ),
          }))}
        closes
      />
    </Menu>
  )
}
