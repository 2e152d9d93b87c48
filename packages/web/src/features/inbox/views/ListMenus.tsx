import { AssigneeMenu } from './AssigneeMenu.tsx'
import { SavedViews } from './SavedViews.tsx'
import type { ShownView } from './shown-view.ts'

/** Which of the list's menus was pressed before their code was there. */
export type ListMenu = 'assignee' | 'views'

/** What narrows the list by menus: who has the conversations, and the saved views. */
export function ListMenus({ pressed, ...shown }: ShownView & { readonly pressed: ListMenu | null }) {
  return (
    <>
      <AssigneeMenu {...shown} openAtOnce={pressed === 'assignee'} />
      <SavedViews {...shown} openAtOnce={pressed === 'views'} />
    </>
  )
}
