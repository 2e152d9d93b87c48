import type { ConversationEntity } from '@parley/core/conversations/api'
import { customerNameOf, isNameless } from '@parley/core/conversations/rules'
import { noteLimits } from '@parley/core/notes/constants'
import { t } from '@parley/core/text/translate'
import { type ShiftPlan, shiftStanding } from '@parley/core/work/rules'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useWaitMarks } from '../../data/capabilities/queries.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Box, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { heldOrder } from '../../ui/lists/held-order.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import styles from './shift.module.css'

interface ShiftRowsProps {
  /** In the order of the queue. */
  readonly rows: readonly ConversationEntity[]
  readonly planOf: (row: ConversationEntity) => ShiftPlan
  readonly onText: (row: ConversationEntity, text: string) => void
  /** Why one was refused, by its id. */
  readonly refused: ReadonlyMap<string, string>
  readonly busy: boolean
  /** What else there is to know of a conversation before it is handed over: drafts, what was not sent. */
  readonly marks: (row: ConversationEntity) => ReactNode
  /** Where to choose who gets it. */
  readonly goesTo: (row: ConversationEntity) => ReactNode
}

/** Who waits, what comes next, and who gets it; under each other on a phone. */
export function ShiftRows(props: ShiftRowsProps) {
  const { rows } = props
  // While somebody types in the list its rows stay where they are.
  const [held, setHeld] = useState<readonly string[] | null>(null)
  const ids = rows.map(row => row.id)
  const byId = new Map(rows.map(row => [row.id, row]))
  const shown = (held === null ? ids : heldOrder(held, ids)).flatMap(id => byId.get(id) ?? [])
  return (
    <div
      className={styles.table}
      onFocus={() => held === null && setHeld(ids)}
      onBlur={event => !event.currentTarget.contains(event.relatedTarget) && setHeld(null)}
    >
      <Grid
        align="center"
        rule="bottom"
        size="meta"
        weight={500}
        tone="faint"
        className={styles.header}
        aria-hidden="true"
      >
        <span>{t('Conversation')}</span>
        <span>{t('Next step')}</span>
        <span>{t('Hand over to')}</span>
      </Grid>
      <ul aria-label={t('Your open conversations')}>
        {shown.map(row => (
          <ShiftRow key={row.id} row={row} {...props} />
        ))}
      </ul>
    </div>
  )
}

/** By how long somebody waits. */
const looks = {
  calm: { tone: 'muted' },
  long: { tone: 'warn', weight: 600 },
  'too-long': { tone: 'danger', weight: 600 },
} as const

function ShiftRow(props: ShiftRowsProps & { readonly row: ConversationEntity }) {
  const { row, planOf, onText, refused, busy, marks, goesTo } = props
  const now = useNow()
  const { text: standing, weight } = shiftStanding(row, now, useWaitMarks())
  const why = refused.get(row.id)
  const name = customerNameOf(row)
  return (
    <Grid as="li" align="center" rule="bottom" className={styles.row}>
      <HStack gap={2.5} flex="shrink">
        <Avatar name={name} nameless={isNameless(row)} />
        <Box flex="shrink">
          <Text
            as={Link}
            to={`/conversations/${row.id}`}
            size="list"
            weight={500}
            cut
            className={styles.name}
            title={name}
          >
            <bdi>{name}</bdi>
          </Text>
          <HStack gap={2} flex="shrink">
            <Text size="meta" {...looks[weight]} cut digits>
              {standing}
            </Text>
            {marks(row)}
          </HStack>
        </Box>
      </HStack>
      <input
        className={styles.step}
        aria-label={t('Next step with {name}', { name })}
        placeholder={t('What should happen next?')}
        autoComplete="off"
        maxLength={noteLimits.text}
        value={planOf(row).text}
        readOnly={busy}
        onChange={event => onText(row, event.target.value)}
        onKeyDown={toNextField}
        {...(why !== undefined && { 'aria-invalid': true, 'aria-describedby': `refused-${row.id}` })}
      />
      {goesTo(row)}
      {why !== undefined && (
        <Text as="p" id={`refused-${row.id}`} size="meta" tone="danger" className={styles.refused}>
          {t('Not handed over: {why}', { why })}
        </Text>
      )}
    </Grid>
  )
}

/** Enter goes on to the next conversation's line. */
function toNextField(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const next = event.currentTarget.closest('li')?.nextElementSibling?.querySelector('input')
  next?.focus()
}
