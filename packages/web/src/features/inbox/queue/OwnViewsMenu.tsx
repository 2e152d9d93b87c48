import type { ReactElement } from 'react'
import { useSavedViews } from '../../../data/saved-views/saved-views.ts'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { ViewChoices } from '../views/ViewChoices.tsx'
import type { QueueView } from './queue-views.ts'

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
