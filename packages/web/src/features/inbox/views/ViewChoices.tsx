import type { SavedViewEntity } from '@parley/core/saved-views/api'
import { t } from '@parley/core/text/translate'
import type { ReactElement } from 'react'
import { useSavedViews, useViewTotals } from '../../../data/saved-views/saved-views.ts'
import { Text } from '../../../ui/layout/Layout.tsx'
import { Menu, MenuChoice } from '../../../ui/overlays/Menu.tsx'
import type { QueueView } from '../queue/queue-views.ts'
import styles from './SavedViews.module.css'

interface ViewChoicesProps {
  readonly views: readonly SavedViewEntity[]
  readonly failed: boolean
  readonly current: string
  /** Says how many conversations the list has of each. */
  readonly counts?: boolean
  readonly onOpen: (view: SavedViewEntity) => void
}

const groups = [
  ['own', t('Your views')],
  ['shared', t('Shared views')],
] as const

/** The saved views, one's own first. Drawn while the menu is open: what each has is counted then. */
export function ViewChoices({ views, failed, current, counts = false, onOpen }: ViewChoicesProps) {
  const { data: totals } = useViewTotals(counts)
  if (views.length === 0) {
    return (
      <p className={styles.none}>
        {failed
          ? t('The views could not be loaded')
          : t('No views yet. Filter the list of conversations, then save it as a view')}
      </p>
    )
  }
  return groups.map(([scope, label]) => {
    const ofScope = views.filter(view => view.scope === scope)
    if (ofScope.length === 0) return null
    return (
      <MenuChoice
        key={scope}
        label={label}
        value={current}
        onChange={id => {
          const chosen = ofScope.find(view => view.id === id)
          if (chosen !== undefined) onOpen(chosen)
        }}
        choices={ofScope.map(({ id, name }) => ({
          value: id,
          label: name,
          beside: (
            <Text tone="muted" digits>
              {totals?.get(id)}
            </Text>
          ),
        }))}
        closes
      />
    )
  })
}

interface OwnViewsMenuProps {
  readonly view: QueueView
  readonly onView: (view: QueueView) => void
  readonly trigger: ReactElement<Record<string, unknown>>
}

/** The menu of the saved views in the inbox. */
export function OwnViewsMenu({ view, onView, trigger }: OwnViewsMenuProps) {
  const { data: views = [], isError } = useSavedViews()
  return (
    <Menu trigger={trigger} defaultOpen>
      <ViewChoices
        views={views}
        failed={isError}
        current={view.slice('saved-'.length)}
        onOpen={({ id }) => onView(`saved-${id}`)}
      />
    </Menu>
  )
}
