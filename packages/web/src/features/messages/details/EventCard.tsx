import type { EventEntity } from '@parley/core/messages/details'
import { CalendarDays } from 'lucide-react'
import { local } from '../message-time.ts'
import styles from './details.module.css'

/** An event that the customer invites to: its name, when and where. */
export function EventCard({ event }: { event: EventEntity }) {
  const { name, description, starts_at: startsAt, start, location } = event
  const shown = name ?? 'Event without a name'
  return (
    <div role="group" aria-label={`Event: ${shown}`} className={styles.card}>
      <p className={styles.over}>
        <CalendarDays size={12} strokeWidth={1.8} aria-hidden="true" />
        Invites to an event
      </p>
      <p dir="auto" className={styles.strong}>
        {shown}
      </p>
      <p dir="auto" className={styles.meta}>
        {startsAt === null ? (
          (start ?? 'It names no time')
        ) : (
          <time dateTime={startsAt}>{local.full(new Date(startsAt))}</time>
        )}
      </p>
      {location !== null && (
        <p dir="auto" className={styles.meta}>
          {location}
        </p>
      )}
      {description !== null && (
        <p dir="auto" className={styles.words}>
          {description}
        </p>
      )}
    </div>
  )
}
