import { t } from '@parley/core/text/translate'
import type { AgentEntity } from '@parley/core/agents/api'
import { RotateCw, Search } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { AgentList } from '../../data/agents/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { useOptionList } from '../../ui/fields/use-option-list.ts'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import { AgentChoiceLine } from './AgentChoiceLine.tsx'
import { headingOf } from './AgentItems.tsx'
import { type AgentChoice, matchingChoices } from './agent-choices.ts'
import styles from './AssignPopover.module.css'

interface AgentPickerProps {
  readonly agents: AgentList
  readonly choices: readonly AgentChoice[]
  readonly onChoose: (agent: AgentEntity) => void
}

/** A field to find an agent with, and the agents under it, the best choice first: arrows choose, Enter takes the choice. */
export function AgentPicker({ agents, choices, onChoose }: AgentPickerProps) {
  'use memo'
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const isTouch = useMediaQuery('(pointer: coarse)')
  // As soon as it is there: what is typed right behind the key that opens it belongs here.
  useLayoutEffect(() => {
    if (!isTouch) field.current?.focus()
  }, [isTouch])
  const found = matchingChoices(choices, typed)
  const list = useOptionList(
    found.filter(({ choosable }) => choosable),
    ({ agent }) => agent.id,
    { typed, wraps: true },
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (list.step(event) || event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (list.chosen !== null) onChoose(list.chosen.agent)
  }
  return (
    <>
      <HStack gap={2} flex="none" tone="muted" rule="bottom" className={styles.search}>
        <Search size={15} strokeWidth={1.8} aria-hidden="true" />
        <input
          ref={field}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-label={t('Find an agent')}
          aria-expanded="true"
          aria-controls={list.id}
          aria-activedescendant={list.active}
          placeholder={t('Name or department')}
          className={styles.field}
          value={typed}
          onChange={event => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </HStack>
      <Text as="p" size="meta" tone="muted" className={styles.heading}>
        {headingOf(agents)}
      </Text>
      <div id={list.id} role="listbox" aria-label={t('Agents')} className={styles.list}>
        {found.map(choice => (
          <HStack
            key={choice.agent.id}
            role="option"
            id={list.idOf(choice)}
            tabIndex={-1}
            aria-selected={choice === list.chosen}
            aria-disabled={!choice.choosable || undefined}
            gap={2}
            size="list"
            className={styles.option}
            onPointerMove={() => choice.choosable && choice !== list.chosen && list.choose(choice)}
            onClick={() => choice.choosable && onChoose(choice.agent)}
            onKeyDown={onKeyDown}
          >
            <AgentChoiceLine choice={choice} />
          </HStack>
        ))}
      </div>
      <Text as="p" role="status" size="list" tone="muted" className={styles.status}>
        {found.length === 0 && typed !== '' && t('No agent matches “{typed}”', { typed })}
      </Text>
      {agents.stale && (
        <HStack flex="none" rule="top" className={styles.foot}>
          <Button
            size="small"
            variant="quiet"
            icon={<RotateCw size={14} aria-hidden="true" />}
            busy={agents.retrying}
            onClick={agents.retry}
          >
            {t('Try again')}
          </Button>
        </HStack>
      )}
    </>
  )
}
