import { plural, t } from '@parley/core/text/translate'
import { CornerDownLeft, MessageSquareDashed, Search, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import type { CannedReplyEntity } from '@parley/core/canned-replies/api'
import type { CannedScope } from '@parley/core/canned-replies/constants'
import { cannedPieces, cannedText, foundCanned, openPlaces } from '@parley/core/canned-replies/rules'
import type { CannedOrigin } from '@parley/core/messages/outbox'
import { calendar, momentLabel } from '@parley/core/text/format'
import { languageNames } from '@parley/core/text/languages'
import { rich } from '../../ui/rich.ts'
import { failureWords } from '../../client/action-messages.ts'
import type { FileToTake } from '../../data/attachments/pending-files.ts'
import { useCannedReplies, filesToTake } from '../../data/canned-replies/canned-replies.ts'
import { useMay } from '../../data/capabilities/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { useOptionList } from '../../ui/fields/use-option-list.ts'
import { Box, Grid, HStack, Text, VStack } from '../../ui/layout/Layout.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { useLatest } from '../../ui/hooks/use-latest.ts'
import { usePhoneLayout } from '../../ui/hooks/use-media-query.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { CannedFiles, FileCount, FilledIn, Shortcut, Whose } from './CannedFiles.tsx'
import styles from './CannedPicker.module.css'
import { type AboutConversation, useKnown } from './use-known.ts'

/** What the picker does with a key of the box; true: it was the picker's. */
export type PickerKeys = (event: KeyboardEvent) => boolean

interface CannedPickerProps extends AboutConversation {
  /** Of the list, for the box whose keys choose in it. */
  readonly id: string
  /** What stands behind the slash. */
  readonly typed: string
  /** Is given what to do with the box's keys while this is open, and null once it is not. */
  readonly onKeys: (keys: PickerKeys | null) => void
  /** Hears the id of the option that is chosen; null: none is. */
  readonly onActive: (optionId: string | null) => void
  readonly onInsert: (text: string, origin: CannedOrigin, files: readonly FileToTake[]) => void
  readonly onClose: () => void
}

const scopes = [
  { value: null, label: t('All') },
  { value: 'own', label: t('Mine') },
  { value: 'shared', label: t('Shared') },
] as const

/**
 * Canned replies between thread and box. The box keeps the caret and its keys: what is typed behind the slash searches,
 * arrows choose, Enter inserts, Escape closes.
 */
export function CannedPicker(props: CannedPickerProps) {
  const { id, typed, onKeys, onActive, onInsert, onClose } = props
  const query = useCannedReplies()
  const { intent, knownFor } = useKnown(props)
  const [scope, setScope] = useState<CannedScope | null>(null)
  /** What was typed when Enter found nothing. */
  const [unsent, setUnsent] = useState<string | null>(null)
  const isPhone = usePhoneLayout()
  const all = query.data ?? []
  const found = foundCanned(all, { typed, scope, intent })
  const list = useOptionList(found, reply => reply.id, { id, typed })
  const { chosen: selected, active } = list

  const insert = (reply: CannedReplyEntity) => {
    const text = cannedText(cannedPieces(reply.body, knownFor(reply.language)))
    onInsert(text, { id: reply.id, intent }, filesToTake(reply))
  }
  const onKey: PickerKeys = event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
    if (list.step(event)) return true
    if (event.key === 'Escape') onClose()
    else if (event.key !== 'Enter') return false
    // Where nothing is found it sends nothing either, and says so: what was typed may have been a search.
    else if (selected === null) setUnsent(typed)
    else if (!event.repeat) insert(selected)
    return true
  }
  const latest = useLatest(onKey)
  useLayoutEffect(() => {
    onKeys(event => latest()(event))
    return () => onKeys(null)
  }, [onKeys, latest])
  useEffect(() => {
    onActive(active ?? null)
  }, [active, onActive])
  useEffect(() => () => onActive(null), [onActive])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <VStack
      as="section"
      aria-label={t('Canned replies')}
      flex="none"
      className={styles.picker}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
    >
      <HStack gap={2} size="list" tone="muted" className={styles.head}>
        <Search size={15} strokeWidth={1.8} aria-hidden="true" />
        <Text flex="grow" tone="text" cut aria-hidden="true">
          {typed === '' ? <Text tone="faint">{t('Type to search')}</Text> : typed}
        </Text>
        {query.data !== undefined && (
          <Text role="status" size="meta" tone="faint" digits>
            {t('{count} of {all}', { count: found.length, all: all.length })}
          </Text>
        )}
      </HStack>
      <Grid rule="top" className={styles.parts}>
        <VStack className={styles.side}>
          <HStack
            role="group"
            aria-label={t('Visibility')}
            gap={0.5}
            align="stretch"
            flex="none"
            className={styles.scopes}
          >
            {scopes.map(one => (
              <button
                key={one.label}
                type="button"
                aria-pressed={scope === one.value}
                onMouseDown={keepCaret}
                onClick={() => setScope(one.value)}
              >
                {one.label}
              </button>
            ))}
          </HStack>
          <Box
            id={list.id}
            role="listbox"
            aria-label={t('Canned replies')}
            flex="fill"
            rule="top"
            className={styles.list}
          >
            {found.map(reply => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box has the keys
              <Grid
                key={reply.id}
                role="option"
                id={list.idOf(reply)}
                tabIndex={-1}
                aria-selected={reply === list.chosen}
                size="list"
                className={styles.option}
                onMouseDown={keepCaret}
                onClick={() => (isPhone ? insert(reply) : list.choose(reply))}
                onDoubleClick={() => insert(reply)}
              >
                <HStack as="span" gap={2}>
                  <Shortcut>{reply.shortcut}</Shortcut>
                  <FileCount count={reply.attachments.length} />
                  <Whose scope={reply.scope} />
                </HStack>
                <Text cut dir="auto">
                  {reply.title}
                </Text>
              </Grid>
            ))}
          </Box>
        </VStack>
        {selected !== null && !isPhone && (
          <Preview
            reply={selected}
            pieces={cannedPieces(selected.body, knownFor(selected.language))}
            onInsert={() => insert(selected)}
          />
        )}
        {selected === null && (
          <Grid className={styles.none}>
            <Nothing query={query} isEmpty={all.length === 0} scope={scope} />
            {unsent === typed && (
              <p role="alert">{t('Nothing was sent. To send this text as it is, press Esc, then Enter.')}</p>
            )}
          </Grid>
        )}
      </Grid>
      <HStack gap={3} rule="top" size="meta" tone="faint" className={styles.foot}>
        <span className={styles.keys} aria-hidden="true">
          {rich('{up} {down} choose', { up: <kbd>↑</kbd>, down: <kbd>↓</kbd> })}
        </span>
        <span className={styles.keys} aria-hidden="true">
          {rich('{enter} insert', { enter: <kbd>{t('Enter')}</kbd> })}
        </span>
        <span className={styles.keys} aria-hidden="true">
          {rich('{esc} close', { esc: <kbd>{t('Esc')}</kbd> })}
        </span>
        <Text flex="grow" />
        <Link
          to={`/canned-replies?reply=new&shortcut=${encodeURIComponent(typed.trim().replaceAll(/\s+/g, '-'))}`}
        >
          {t('New canned reply')}
        </Link>
      </HStack>
    </VStack>
  )
}

/** A press beside the box leaves the caret in it. */
const keepCaret = (event: { preventDefault: () => void }) => event.preventDefault()

interface PreviewProps {
  readonly reply: CannedReplyEntity
  readonly pieces: ReturnType<typeof cannedPieces>
  readonly onInsert: () => void
}

const local = calendar()

/** What is chosen, as it would stand in the box. */
function Preview({ reply, pieces, onInsert }: PreviewProps) {
  const now = useNow()
  const mayShare = useMay('shared-replies')
  const places = openPlaces(cannedText(pieces.filter(({ kind }) => kind === 'open')))
  const uses = reply.uses.toLocaleString('en')
  const facts = [
    reply.scope === 'own' ? t('Mine') : t('Shared'),
    ...(reply.language === null ? [] : [languageNames[reply.language]]),
    plural(reply.uses, { one: 'used once', other: 'used {uses} times' }, { uses }),
    t('changed {time}', { time: momentLabel(local, new Date(reply.updated_at), now) }),
  ]
  return (
    <VStack flex="fill">
      <Box
        role="region"
        aria-label={t('As it would be sent')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
        tabIndex={0}
        flex="fill"
        className={styles.words}
      >
        <Text as="h3" size="list" weight={600} cut dir="auto">
          {reply.title}
        </Text>
        <Text as="p" size="meta" tone="faint" className={styles.facts}>
          {facts.join(' · ')}
        </Text>
        <FilledIn pieces={pieces} />
        <CannedFiles files={reply.attachments} />
        {places.length > 0 && (
          <HStack as="p" align="stretch" size="meta" tone="warn" className={styles.places}>
            <TriangleAlert size={14} strokeWidth={1.8} aria-hidden="true" />
            <span>
              {plural(
                places.length,
                {
                  one: '{places} is not filled in. After inserting, press Tab to go to it and fill in.',
                  other: '{places} are not filled in. After inserting, press Tab to go to them and fill in.',
                },
                { places: places.join(', ') },
              )}
            </span>
          </HStack>
        )}
      </Box>
      <HStack gap={3} flex="none" rule="top" size="meta" className={styles.actions}>
        {(reply.scope === 'own' || mayShare) && (
          <Link to={`/canned-replies?reply=${reply.id}`}>{t('Edit')}</Link>
        )}
        <Text flex="grow" />
        <Button size="small" variant="primary" onMouseDown={keepCaret} onClick={onInsert}>
          {t('Insert')} <CornerDownLeft size={13} strokeWidth={1.8} aria-hidden="true" />
        </Button>
      </HStack>
    </VStack>
  )
}

interface NothingProps {
  readonly query: ReturnType<typeof useCannedReplies>
  readonly isEmpty: boolean
  readonly scope: CannedScope | null
}

function Nothing({ query, isEmpty, scope }: NothingProps) {
  if (query.data === undefined && !query.isError)
    return (
      <Text as="p" role="status" size="list" tone="muted" pad={4}>
        {t('Loading canned replies…')}
      </Text>
    )
  if (query.data === undefined)
    return (
      <RetryState
        title={failureWords('fetchCannedReplies', query.error)}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  const icon = <MessageSquareDashed size={20} strokeWidth={1.6} aria-hidden="true" />
  if (isEmpty)
    return (
      <EmptyState icon={icon} title={t('There are no canned replies yet')} hint={t('Esc closes this.')} />
    )
  const title =
    scope === 'own'
      ? t('None of your canned replies match')
      : scope === null
        ? t('No canned replies found')
        : t('No shared canned replies found')
  const hint = t('Try other words. Esc closes this and keeps what you typed.')
  return <EmptyState icon={icon} title={title} hint={hint} />
}
