import { type ConversationFilter, namesApart } from '@parley/core/conversations/rules'
import { t } from '@parley/core/text/translate'
import { useAgent, useAgents } from '../../../data/agents/queries.ts'
import { useSession } from '../../../data/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { Text } from '../../../ui/layout/Layout.tsx'
import { Menu, MenuChoice, MenuNote, MenuSeparator } from '../../../ui/overlays/Menu.tsx'
import { takeFocus } from '../../../ui/overlays/free-focus.ts'
import { rich } from '../../../ui/rich.ts'
import { paramsOf } from '../list-filter.ts'
import styles from './SavedViews.module.css'
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

const [anybody, nobody] = ['', 'none'] as const

/** Narrows the list by who has the conversations: oneself, nobody, or a colleague. */
function AssigneeMenu({ filter, view, openAtOnce, onAddress }: ShownView & { readonly openAtOnce: boolean }) {
  const own = useSession()?.user.id ?? ''
  const { assigneeId = anybody } = filter
  const chosen = useAgent(assigneeId)
  const name = { [anybody]: null, [nobody]: t('Unassigned'), [own]: t('Me') }[assigneeId]
  const says = name === undefined ? (chosen?.name ?? t('An agent outside your team')) : name
  const choose = (next: string) => {
    const { assigneeId: _, ...others } = filter
    const narrowed: ConversationFilter = next === anybody ? others : { ...others, assigneeId: next }
    onAddress(paramsOf(narrowed, view))
  }
  return (
    <Menu
      trigger={
        <Button ref={openAtOnce ? takeFocus : null}>
          <Text cut className={styles.name}>
            {says === null ? t('Assignee') : <>{rich('Assignee: {says}', { says: <bdi>{says}</bdi> })}</>}
          </Text>
        </Button>
      }
      defaultOpen={openAtOnce}
    >
      <Choices own={own} value={assigneeId} onChoose={choose} />
    </Menu>
  )
}

/** Drawn while the menu is open: the team is asked for then. */
function Choices({ own, value, onChoose }: { own: string; value: string; onChoose: (id: string) => void }) {
  const { agents, state } = useAgents()
  const colleagues = state === 'ready' ? agents.filter(({ id }) => id !== own) : []
  const nameOf = namesApart(colleagues)
  const choice = { value, onChange: onChoose, closes: true }
  return (
    <>
      <MenuChoice
        {...choice}
        label={t('Assignee')}
        choices={[
          { value: anybody, label: t('Anyone') },
          { value: own, label: t('Me') },
          { value: nobody, label: t('Unassigned') },
        ]}
      />
      <MenuSeparator />
      {colleagues.length === 0 ? (
        <MenuNote>
          {state === 'unavailable' ? t('The team could not be loaded') : t('No colleagues')}
        </MenuNote>
      ) : (
        <MenuChoice
          {...choice}
          label={t('A colleague')}
          choices={colleagues.map(agent => ({ value: agent.id, label: nameOf(agent) }))}
        />
      )}
    </>
  )
}
