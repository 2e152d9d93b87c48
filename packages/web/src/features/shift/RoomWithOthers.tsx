import type { AgentEntity } from '@parley/core/agents/api'
import { statusWord } from '@parley/core/agents/rules'
import type { AgentList } from '../../data/agents/queries.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Meter } from '../../ui/charts/Meter.tsx'
import styles from './ShiftSide.module.css'

interface RoomProps {
  readonly agents: AgentList
  readonly viewerId: string
  /** How many conversations go to each agent. */
  readonly planned: ReadonlyMap<string, number>
}

/** What colleagues have once everything is handed over as it is chosen: those who are there, and who was chosen. */
export function RoomWithOthers({ agents, viewerId, planned }: RoomProps) {
  const others = agents.agents
    .filter(
      ({ id, placeholder, is_online: isThere }) =>
        id !== viewerId && !placeholder && (isThere || planned.has(id)),
    )
    .toSorted((a, b) => Number(b.is_online) - Number(a.is_online))
  return (
    <section className={styles.part} aria-labelledby="shift-room">
      <h3 id="shift-room" className={styles.title}>
        Team capacity <span className={styles.aside}>after handover</span>
      </h3>
      {others.length === 0 ? (
        <p className={styles.none}>
          {agents.state === 'ready' ? 'Nobody else is available.' : 'Not known yet.'}
        </p>
      ) : (
        <ul className={styles.others}>
          {others.map(agent => (
            <Room key={agent.id} agent={agent} more={planned.get(agent.id) ?? 0} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Room({ agent, more }: { readonly agent: AgentEntity; readonly more: number }) {
  const { name, max_capacity: capacity, is_online: isThere } = agent
  const load = agent.current_workload + more
  const isOver = load > capacity
  const facts = [isThere ? agent.department : statusWord(agent), isOver ? 'over capacity' : null]
  const meta = facts.filter(fact => fact !== null).join(' · ')
  return (
    <li className={styles.other}>
      <Avatar name={name} />
      <div className={styles.load}>
        <div className={styles.line}>
          <bdi className={styles.name}>{name}</bdi>
          <span className={styles.number} data-over={isOver || undefined}>
            {load} of {capacity}
          </span>
        </div>
        <Meter percent={capacity === 0 ? 100 : (load / capacity) * 100} tone={isOver ? 'danger' : 'accent'} />
        {meta !== '' && <p className={styles.meta}>{meta}</p>}
      </div>
    </li>
  )
}
