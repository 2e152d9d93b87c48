import { t } from '@parley/core/text/translate'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { lazyWithRetry, usePreloaded } from '../../../ui/hooks/lazy-part.ts'
import { takeFocus } from '../../../ui/overlays/free-focus.ts'
import type { ListMenu } from './ListMenus.tsx'
import type { ShownView } from './shown-view.ts'

const menus = lazyWithRetry(async () => (await import('./ListMenus.tsx')).ListMenus)

/** Open the list's menus; their code and what they offer come with the first press, or with an address that says what they do. */
export function ListMenuButtons(props: ShownView) {
  usePreloaded(menus)
  const [pressed, setPressed] = useState<ListMenu | null>(null)
  const button = (menu: ListMenu, label: string) => (
    <Button ref={pressed === menu ? takeFocus : null} onClick={() => setPressed(menu)}>
      {label}
    </Button>
  )
  const buttons = (
    <>
      {button('assignee', t('Assignee'))}
      {button('views', t('Views'))}
    </>
  )
  if (pressed === null && props.view === null && props.filter.assigneeId === undefined) return buttons
  return (
    <Suspense fallback={buttons}>
      <menus.Part {...props} pressed={pressed} />
    </Suspense>
  )
}
