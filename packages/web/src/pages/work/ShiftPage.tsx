import { plural, t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { goesTo as placeOf, leaveSentence } from '@parley/core/work/rules'
import { BellOff, Undo2 } from 'lucide-react'
import { useAgents } from '../../data/agents/queries.ts'
import { useOwnOpen } from '../../data/assignments/shift.ts'
import { useSession } from '../../data/session/session.ts'
import { GoesTo } from '../../features/assignments/GoesTo.tsx'
import { DraftMark, UnsentMark } from '../../features/inbox/rows/marks.tsx'
import { RoomWithOthers, YourShift } from '../../features/shift/ShiftSide.tsx'
import { ShiftRows } from '../../features/shift/ShiftRows.tsx'
import { useNoOffers } from '../../features/shift/use-no-offers.ts'
import { useShift } from '../../features/shift/use-shift.ts'
import { Button } from '../../ui/Button.tsx'
import { Center, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { explain } from '../explain.tsx'
import page from '../page.module.css'
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
      chosen={shift.planOf(row).to}
      fallback={placeOf({ to: null }, row)}
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
        <h2 className={page.title}>{titleOf(isLoading ? null : rows.length + own.others)}</h2>
        <HStack gap={3} wrap justify="between">
          <Text as="p" flex="shrink" size="list" tone="muted">
            {t('A next step is saved as an internal note in the conversation.')}
          </Text>
          {rows.length > 0 && <AllToQueue shift={shift} />}
        </HStack>
        <NoOffers viewerId={viewer.id} />
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
      <Foot shift={shift} canSave={!isLoading} canLeave={!isLoading && own.others === 0} />
    </Grid>
  )
}

type ShiftState = ReturnType<typeof useShift>

/** One press for what has no new owner; the same button undoes it. */
function AllToQueue({ shift }: { readonly shift: ShiftState }) {
  const { allToQueue, undoAllToQueue, busy } = shift
  const press = undoAllToQueue ?? allToQueue
  return (
    <Button
      size="small"
      disabled={press === null || busy}
      {...(undoAllToQueue !== null && { icon: <Undo2 size={14} strokeWidth={1.8} aria-hidden="true" /> })}
      onClick={() => press?.()}
    >
      {undoAllToQueue === null ? t('All to the queue') : t('Undo all to the queue')}
    </Button>
  )
}

/** What holds of offers while the page is open. */
function NoOffers({ viewerId }: { readonly viewerId: string }) {
  const { state, failure, retry } = useNoOffers(viewerId)
  if (state === 'asked') return null
  if (state === 'failed')
    return (
      <Notice
        tone="warn"
        action={
          <Button size="small" onClick={retry}>
            {t('Retry')}
          </Button>
        }
      >
        {failure}
      </Notice>
    )
  return (
    <HStack as="p" role="status" gap={1.5} size="list" tone="muted">
      <BellOff size={15} strokeWidth={1.8} aria-hidden="true" />
      {state === 'offline'
        ? t('You are offline: you get no new offers.')
        : t('You get no new offers while this page is open.')}
    </HStack>
  )
}

interface FootProps {
  readonly shift: ShiftState
  readonly canSave: boolean
  readonly canLeave: boolean
}

/** What going offline does, and both ways to end. */
const Foot = ({ shift, canSave, canLeave }: FootProps) => (
  <HStack as="footer" wrap rule="top" className={styles.foot}>
    <div className={styles.said}>
      {shift.failure !== null && <FailureNote onDismiss={shift.dismiss}>{shift.failure}</FailureNote>}
      <Text as="p" role="status" size="list" id="shift-leave">
        {canSave && leaveSentence(shift.places)}
      </Text>
    </div>
    <Button
      busy={shift.busy}
      disabled={!shift.isTouched || !canSave}
      onClick={() => void shift.submit(false)}
    >
      {t('Save and stay')}
    </Button>
    <Button
      variant="primary"
      busy={shift.busy}
      disabled={!canLeave}
      aria-describedby="shift-leave"
      onClick={() => void shift.submit(true)}
    >
      {t('Go offline')}
    </Button>
  </HStack>
)

function titleOf(count: number | null): string {
  if (count === null || count === 0) return t('Hand over your open conversations')
  return plural(count, {
    one: 'Hand over your open conversation',
    other: 'Hand over your {count} open conversations',
  })
}
