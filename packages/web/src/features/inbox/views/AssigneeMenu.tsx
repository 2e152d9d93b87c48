import { type ConversationFilter, namesApart } from '@parley/core/conversations/rules'
import { useAgent, useAgents } from '../../../data/agents/queries.ts'
import { useSession } from '../../../data/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { Text } from '../../../ui/layout/Layout.tsx'
import { Menu, MenuChoice, MenuNote, MenuSeparator } from '../../../ui/overlays/Menu.tsx'
import { takeFocus } from '../../../ui/overlays/take-focus.ts'
import styles from './SavedViews.module.css'
import { paramsOf } from '../list-filter.ts'
import type { ShownView } from './shown-view.ts'

const [anybody, nobody] = ['', 'none'] as const

/** Narrows the list by who has the conversations: oneself, nobody, or a colleague. */
export function AssigneeMenu({
  filter,
  view,
  openAtOnce,
  onAddress,
}: ShownView & { readonly openAtOnce: boolean }) {
  const own = useSession()?.user.id ?? ''
  const { assigneeId = anybody } = filter
  const chosen = useAgent(assigneeId)
  const name = { [anybody]: null, [nobody]: 'Unassigned', [own]: 'Me' }[assigneeId]
  const says = name === undefined ? (chosen?.name ?? 'An agent outside your team') : name
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
            {says === null ? (
              'Assignee'
            ) : (
              <>
                Assignee: <bdi>{says}</bdi>
              </>
            )}
          </Text>
        </Button>
      }
      defaultOpen={openAtOnce}
    >
      <Choices own={own} value={assigneeId} onChoose={choose} />
    </Menu>
  )
}

interface ChoicesProps {
  readonly own: string
  readonly value: string
  readonly onChoose: (id: string) => void
}

/** Drawn while the menu is open: the team is asked for then. */
function Choices({ own, value, onChoose }: ChoicesProps) {
  const { agents, state } = useAgents()
  const colleagues = state === 'ready' ? agents.filter(({ id }) => id !== own) : []
  const nameOf = namesApart(colleagues)
  const choice = { value, onChange: onChoose, closes: true }
  return (
    <>
      <MenuChoice
        {...choice}
        label="Assignee"
        choices={[
          { value: anybody, label: 'Anyone' },
          { value: own, label: 'Me' },
          { value: nobody, label: 'Unassigned' },
        ]}
      />
      <MenuSeparator />
      {colleagues.length === 0 ? (
        <MenuNote>{state === 'unavailable' ? 'The team could not be loaded' : 'No colleagues'}</MenuNote>
      ) : (
        <MenuChoice
          {...choice}
          label="A colleague"
          choices={colleagues.map(agent => ({ value: agent.id, label: nameOf(agent) }))}
        />
      )}
    </>
  )
}
