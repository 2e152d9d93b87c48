import { t } from '@parley/core/text/translate'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type RefObject, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { actionMessages } from '../../../client/action-messages.ts'
import { ariaKeys, type CommandId, commandOf, keysLabel } from '../../../commands/catalogue.ts'
import { useWaitMarks } from '../../../data/capabilities/queries.ts'
import type { ConversationList } from '../../../data/conversations/list.ts'
import { useChoice } from '../../../data/session/preferences.ts'
import { asOf, useFreshness } from '../../../sync/freshness.ts'
import { Button } from '../../../ui/Button.tsx'
import { focusWriteBox } from '../../../ui/fields/write-box.ts'
import { lazyWithRetry, usePreloaded } from '../../../ui/hooks/lazy-part.ts'
import { useNow } from '../../../ui/hooks/use-now.ts'
import { Box, Center, HStack, Text, VStack } from '../../../ui/layout/Layout.tsx'
import { type GridHandle, VirtualGrid } from '../../../ui/lists/VirtualGrid.tsx'
import { KeyMarks } from '../../../ui/marks/KeyMarks.tsx'
import { takeFocus } from '../../../ui/overlays/free-focus.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import { StaleOverlay } from '../../../ui/states/OldList.tsx'
import { Spinner } from '../../../ui/states/Spinner.tsx'
import { clockLabel } from '../../../ui/lists/as-of.ts'
import { listFailureText } from '../list-failure.ts'
import styles from './Queue.module.css'
import { QueueCard } from './QueueCard.tsx'
import { type FixedView, type QueueView, queueViews } from './queue-views.ts'

const cardPx = 58

interface QueueProps {
  readonly view: QueueView
  /** The name of a saved view; null: it is one of the others. */
  readonly name: string | null
  readonly onView: (view: QueueView) => void
  readonly list: ConversationList
  /** How many there are in each view; none where that is not known. */
  readonly totals: Readonly<Partial<Record<FixedView, number>>>
  readonly viewerId: string
  /** The conversation that is worked on. */
  readonly current: string
  readonly grid: RefObject<GridHandle | null>
  /** Opens the conversation to which the keys have moved, without leaving the queue; undefined where there is no room for both. */
  readonly follow: ((id: string) => void) | undefined
}

/** What there is to do, beside the conversation that is worked on: who waits, in the order of the queue, and then who was answered. */
export function Queue({ view, name, onView, list, totals, viewerId, current, grid, follow }: QueueProps) {
  const letters = useChoice('letterKeys')
  const freshness = useFreshness()
  const { cut } = freshness
  const button = ({ value, label }: (typeof queueViews)[number]) => (
    <ViewButton
      key={value}
      aria-pressed={value === view}
      title={`${label} (${keysLabel(`queue.${value}`)})`}
      aria-keyshortcuts={ariaKeys(`queue.${value}`)}
      onClick={() => onView(value)}
    >
      {label}
      {totals[value] !== undefined && (value === view || totals[value] > 0) && (
        <Text weight={400} digits>
          {totals[value]}
        </Text>
      )}
    </ViewButton>
  )
  return (
    <VStack as="section" flex="shrink" className={styles.rail} aria-label={t('Queue')}>
      <HStack
        role="group"
        aria-label={t('Views')}
        gap={0.5}
        align="stretch"
        wrap
        rule="bottom"
        className={styles.views}
      >
        {queueViews.slice(0, 3).map(button)}
        <OwnViews view={view} name={name} onView={onView} />
        {queueViews.slice(3).map(button)}
      </HStack>
      {/* Without a connection the top bar says so, once; the cards say of when they are. */}
      {list.failure !== null && !cut && (
        <Notice
          tone="danger"
          action={
            <Button size="small" busy={list.refreshing} onClick={list.refresh}>
              {t('Try again')}
            </Button>
          }
        >
          {listFailureText(list)}
        </Notice>
      )}
      <Box flex="fill" className={styles.rows}>
        <StaleOverlay
          old={list.rows.length > 0 && (cut || list.failure !== null)}
          asOf={cut ? clockLabel(asOf(freshness, list.fetchedAt ?? 0)) : null}
        >
          <Rows view={view} list={list} viewerId={viewerId} current={current} grid={grid} follow={follow} />
        </StaleOverlay>
      </Box>
      {letters === 'on' && <QueueKeys />}
    </VStack>
  )
}

const nothing: Readonly<Record<FixedView, readonly [title: string, hint: string]>> = {
  mine: [t('You have no conversations'), t('Conversations assigned to you appear here.')],
  unassigned: [t('No unassigned conversations'), t('Conversations without an owner appear here.')],
  team: [t('No open conversations'), t('Everybody’s open conversations appear here.')],
  closing: [t('No window closes soon'), t('Customers whose window closes within four hours appear here.')],
  failed: [t('No failed replies'), t('Conversations whose last reply was not sent appear here.')],
  snoozed: [t('No snoozed conversations'), t('Snoozed conversations appear here.')],
  mentions: [
    t('No mentions'),
    t('Conversations with a note that mentions you appear here until you open them.'),
  ],
}
const nothingSaved = [
  t('No conversations in this view'),
  t('Conversations that match the view appear here.'),
] as const
const notLoaded = [t('Not loaded'), t('It loads when the connection is back.')] as const

type RowsProps = Omit<QueueProps, 'name' | 'onView' | 'totals'>

function Rows({ view, list, viewerId, current, grid, follow }: RowsProps) {
  'use memo'
  const now = useNow()
  const marks = useWaitMarks()
  const navigate = useNavigate()
  const { rows } = list
  const ids = rows.map(row => row.id)
  const waiters = new Set(rows.flatMap(row => (isAnswered(row) ? [] : [row.id])))
  if (list.loading) {
    return (
      <Center tone="muted" full>
        <Spinner label={t('Loading the queue')} />
      </Center>
    )
  }
  if (rows.length === 0) {
    const [title, hint] = list.failure !== null ? notLoaded : isFixed(view) ? nothing[view] : nothingSaved
    return <EmptyState title={title} hint={hint} />
  }
  return (
    <VirtualGrid
      key={view}
      label={t('Queue')}
      place={`queue ${view}`}
      ids={ids}
      rowHeight={cardPx}
      rowCount={rows.length + 1}
      columns={styles.columns}
      header={
        <HStack role="row" aria-rowindex={1} justify="between" tone="muted" className={styles.header}>
          <span role="columnheader">{headingOf(view, list)}</span>
          {hasGroups(view) && rows.some(row => !isAnswered(row)) && (
            <span
              role="columnheader"
              title={t(
                'First the windows that close within an hour, then the priority of tickets, then the longest wait. Failed replies and customers who cannot be contacted come last.',
              )}
            >
              {t('1 h left, then priority, then wait')}
            </span>
          )}
        </HStack>
      }
      {...(hasGroups(view) && {
        second: {
          has: (id: string) => !waiters.has(id),
          heading: (
            <HStack justify="between" tone="muted" className={styles.header}>
              <span role="rowheader">
                {t('Answered · {count}', {
                  count: `${rows.length - waiters.size}${list.more === 'none' ? '' : '+'}`,
                })}
              </span>
            </HStack>
          ),
        },
      })}
      renderRow={index => {
        const row = rows[index]
        return (
          row && (
            <QueueCard
              row={row}
              viewerId={viewerId}
              now={now}
              marks={marks}
              hasOwner={view === 'team' || !isFixed(view)}
            />
          )
        )
      }}
      rowState={index => ({ unread: (rows[index]?.unread_count ?? 0) > 0, disabled: false })}
      open={index => {
        const row = rows[index]
        if (row === undefined) return
        // What is open already, or about to be, is written in.
        if (row.id === current) focusWriteBox()
        void navigate(`/conversations/${row.id}`, { replace: row.id === current })
      }}
      beside={{
        current,
        follow:
          follow &&
          (index => {
            const row = rows[index]
            if (row) follow(row.id)
          }),
      }}
      paging={{ ...list, of: t('conversations'), failure: actionMessages.fetchConversations }}
      handle={grid}
    />
  )
}

/** What the rows are, and in which order. */
function headingOf(view: QueueView, list: ConversationList): string {
  const { rows } = list
  const more = list.more === 'none' ? '' : '+'
  const all = { count: rows.length, more }
  if (view === 'closing') return t('{count}{more} to be answered within 4 hours', all)
  if (view === 'snoozed') return t('{count}{more} snoozed, next to return first', all)
  if (view === 'failed') return t('{count}{more} with a reply that was not sent', all)
  if (view === 'mentions') return t('{count}{more} that mention you, newest first', all)
  const waiting = rows.filter(row => !isAnswered(row)).length
  // Who waits stands first: where somebody else does, all of them are here.
  return waiting === 0
    ? t('No customers waiting')
    : t('Waiting · {waiting}{more}', { waiting, more: waiting < rows.length ? '' : more })
}

type Row = ConversationList['rows'][number]

const isAnswered = (row: Row): boolean => row.waiting_since === null

/** Whether who was answered stands behind who waits. */
const hasGroups = (view: QueueView): boolean =>
  view === 'mine' || view === 'unassigned' || view === 'team' || !isFixed(view)

const isFixed = (view: QueueView): view is FixedView => queueViews.some(({ value }) => value === view)

const shownKeys: readonly { readonly ids: readonly CommandId[]; readonly words: string }[] = [
  { ids: ['queue.next', 'queue.previous'], words: t('move') },
  { ids: ['queue.open'], words: t('open') },
  { ids: ['conversation.resolve'], words: t('resolve') },
  { ids: ['keys'], words: t('keys') },
]

/** The keys of the queue that are pressed most, at its foot; the list of keys has all of them, for a screen reader too. */
const QueueKeys = () => (
  <HStack
    as="p"
    align="stretch"
    justify="between"
    rule="top"
    size="meta"
    tone="muted"
    nowrap
    className={styles.keys}
    aria-hidden="true"
  >
    {shownKeys.map(({ ids, words }) => (
      <HStack as="span" key={words} gap={1} inline>
        {ids.map(id => (
          <KeyMarks key={id} keys={commandOf(id).keys[0] ?? []} />
        ))}
        {words}
      </HStack>
    ))}
  </HStack>
)

const menu = lazyWithRetry(async () => (await import('../views/ViewChoices.tsx')).OwnViewsMenu)

interface OwnViewsProps {
  readonly view: QueueView
  /** The name of the saved view that is shown; null: none is. */
  readonly name: string | null
  readonly onView: (view: QueueView) => void
}

/** Behind the inbox's own views: those that were saved, one's own and the shared ones. The menu's code comes with the press. */
function OwnViews({ view, name, onView }: OwnViewsProps) {
  usePreloaded(menu)
  const [pressed, setPressed] = useState(false)
  const button = (
    <ViewButton
      aria-pressed={name !== null}
      ref={pressed ? takeFocus : null}
      onClick={() => setPressed(true)}
    >
      {name !== null && <span className="visually-hidden">{t('View:')} </span>}
      <Text cut className={styles.savedName}>
        {name ?? t('Views')}
      </Text>
      <ChevronDown size={14} strokeWidth={2} aria-hidden="true" />
    </ViewButton>
  )
  if (!pressed) return button
  return (
    <Suspense fallback={button}>
      <menu.Part view={view} onView={onView} trigger={button} />
    </Suspense>
  )
}

/** Chooses what the inbox shows. */
const ViewButton = (props: ComponentProps<'button'>) => (
  <HStack
    as="button"
    type="button"
    gap={1}
    inline
    size="list"
    weight={500}
    tone="muted"
    nowrap
    className={styles.view}
    {...props}
  />
)
