import { plural, t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { leaveWords, missingSentence } from '@parley/core/work/rules'
import { TriangleAlert } from 'lucide-react'
import { useAgents } from '../../data/agents/queries.ts'
import { useOwnOpen } from '../../data/conversations/own-open.ts'
import { useSession } from '../../data/session/session.ts'
import { GoesTo } from '../../features/assignments/GoesTo.tsx'
import { DraftMark } from '../../features/inbox/rows/DraftMark.tsx'
import { UnsentMark } from '../../features/inbox/rows/UnsentMark.tsx'
import { RoomWithOthers } from '../../features/shift/RoomWithOthers.tsx'
import { ShiftRows } from '../../features/shift/ShiftRows.tsx'
import { useShift } from '../../features/shift/use-shift.ts'
import { YourShift } from '../../features/shift/YourShift.tsx'
import { Button } from '../../ui/Button.tsx'
import { Center, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { explain } from '../explain.tsx'
import styles from './ShiftPage.module.css'

/** An agent's open conversations, handed over in one step: what comes next with each, and who gets it. */
export function ShiftPage() {
  const viewer = useSession()?.user
  return viewer === undefined ? null : <Shift key={viewer.id} viewer={viewer} />
}

function Shift({ viewer }: { readonly viewer: { readonly id: string; readonly name: string } }) {
  const own = useOwnOpen(viewer.id)
  const agents = useAgents()
  const shift = useShift(viewer.id, own.rows)
  const { rows } = own
  const isLoading = (own.loading && rows.length === 0) || !shift.restored
  const missing = missingSentence(shift.missing)
  const refused = new Map(shift.refused.map(({ id, why }) => [id, why]))
  // What somebody else has by now has no row here any more; its words are still the agent's.
  const gone = shift.refused.filter(({ id }) => !rows.some(row => row.id === id))
  const marks = (row: ConversationEntity) => (
    <>
      <UnsentMark id={row.id} reply={row.last_reply} />
      <DraftMark id={row.id} />
    </>
  )
  const goesTo = (row: ConversationEntity) => (
    <GoesTo
      row={row}
      value={shift.planOf(row).to}
      onChange={to => shift.setTo(row, to)}
      agents={agents}
      viewer={viewer}
      planned={shift.planned}
      disabled={shift.busy}
    />
  )
  return (
    <Grid narrow className={styles.page}>
      <Grid as="header" gap={2} className={styles.head}>
        <h2 className={styles.title}>{titleOf(isLoading ? null : rows.length + own.others)}</h2>
        <Text as="p" size="list" tone="muted">
          {t('Add a next step for each conversation. It is saved as an internal note.')}
        </Text>
        {shift.isHeld && (
          <Notice tone="warn">
            {t('You are not offline yet: some conversations were not handed over.')}
          </Notice>
        )}
        {gone.map(({ id, name, why, text }) => (
          <Notice
            key={id}
            tone="warn"
            action={
              <Button size="small" aria-label={t('Dismiss: {name}', { name })} onClick={() => shift.drop(id)}>
                {t('Dismiss')}
              </Button>
            }
          >
            {rich('{name} was not handed over: {why}.', { name: <bdi>{name}</bdi>, why })}
            {text !== '' && (
              <>
                {' '}
                {t('You wrote:')} <q>{text}</q>
              </>
            )}
          </Notice>
        ))}
        {own.others > 0 && (
          <Notice tone="info">
            {t('{count} more appear here after you hand these over.', { count: own.others })}
          </Notice>
        )}
      </Grid>
      <div className={styles.list}>
        {isLoading ? (
          <Center className={styles.middle}>
            <Spinner label={t('Loading your conversations')} />
          </Center>
        ) : own.failure !== null && rows.length === 0 ? (
          <RetryState title={own.failure} busy={own.refreshing} onRetry={own.refresh} />
        ) : rows.length === 0 ? (
          <EmptyState title={t('Nothing to hand over')} hint={t('You have no open conversations.')} />
        ) : (
          <ShiftRows
            rows={rows}
            planOf={shift.planOf}
            onText={shift.setText}
            refused={refused}
            busy={shift.busy}
            marks={marks}
            goesTo={goesTo}
          />
        )}
      </div>
      <aside className={styles.side} aria-label={t('Your shift and your colleagues')}>
        <YourShift viewer={viewer} explain={explain} />
        <RoomWithOthers agents={agents} viewerId={viewer.id} planned={shift.planned} />
      </aside>
      <HStack as="footer" wrap rule="top" className={styles.foot}>
        <div className={styles.said}>
          {shift.failure !== null && <FailureNote onDismiss={shift.dismiss}>{shift.failure}</FailureNote>}
          {missing !== null && !isLoading && (
            <HStack as="p" size="meta" tone="warn" className={styles.missing} id="shift-missing">
              <TriangleAlert size={15} strokeWidth={1.8} aria-hidden="true" />
              {missing}
            </HStack>
          )}
        </div>
        <Button
          busy={shift.busy}
          disabled={!shift.isTouched || isLoading}
          onClick={() => void shift.submit(false)}
        >
          {t('Save and stay')}
        </Button>
        <Button
          variant="primary"
          busy={shift.busy}
          disabled={missing !== null || isLoading || own.others > 0}
          {...(missing !== null && { 'aria-describedby': 'shift-missing' })}
          onClick={() => void shift.submit(true)}
        >
          {leaveWords(shift.given)}
        </Button>
      </HStack>
    </Grid>
  )
}

function titleOf(count: number | null): string {
  if (count === null || count === 0) return t('Hand over your open conversations')
  return plural(count, {
    one: 'Hand over your open conversation',
    other: 'Hand over your {count} open conversations',
  })
}
