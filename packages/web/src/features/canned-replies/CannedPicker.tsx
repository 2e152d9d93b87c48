import { CornerDownLeft, MessageSquareDashed, Pencil, Search, TriangleAlert, Users } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { CannedReplyEntity } from '@parley/core/canned-replies/api'
import type { CannedScope } from '@parley/core/canned-replies/constants'
import { cannedPieces, cannedText, foundCanned, openPlaces } from '@parley/core/canned-replies/rules'
import type { CannedOrigin } from '@parley/core/messages/outbox'
import { calendar, momentLabel } from '@parley/core/text/format'
import { languageNames } from '@parley/core/text/languages'
import { failureWords } from '../../client/action-messages.ts'
import type { FileToTake } from '../../data/attachments/use-pending-files.ts'
import { useCannedReplies } from '../../data/canned-replies/canned-replies.ts'
import { filesToTake } from '../../data/canned-replies/files.ts'
import { useMay } from '../../data/capabilities/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { useLatest } from '../../ui/hooks/use-latest.ts'
import { usePhoneLayout } from '../../ui/hooks/use-media-query.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { CannedFiles, FileCount } from './CannedFiles.tsx'
import styles from './CannedPicker.module.css'
import { FilledIn } from './FilledIn.tsx'
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
  { value: null, label: 'All' },
  { value: 'own', label: 'Own' },
  { value: 'shared', label: 'Shared' },
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
  // Of what was typed then: other words begin at the top again.
  const [chosen, setChosen] = useState({ typed, id: '' })
  /** What was typed when Enter found nothing. */
  const [unsent, setUnsent] = useState<string | null>(null)
  const isPhone = usePhoneLayout()
  const all = query.data ?? []
  const found = foundCanned(all, { typed, scope, intent })
  const at = Math.max(0, chosen.typed === typed ? found.findIndex(one => one.id === chosen.id) : 0)
  const selected = found[at] ?? null
  const optionId = (reply: CannedReplyEntity) => `${id}-${reply.id}`
  const active = selected === null ? null : optionId(selected)
  const list = useRef<HTMLDivElement>(null)

  const choose = (reply: CannedReplyEntity | undefined) => reply && setChosen({ typed, id: reply.id })
  const insert = (reply: CannedReplyEntity) => {
    const text = cannedText(cannedPieces(reply.body, knownFor(reply.language)))
    onInsert(text, { id: reply.id, intent }, filesToTake(reply))
  }
  const onKey: PickerKeys = event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
    switch (event.key) {
      case 'ArrowDown':
        choose(found[Math.min(found.length - 1, at + 1)])
        return true
      case 'ArrowUp':
        choose(found[at - 1])
        return true
      case 'Enter':
        // Where nothing is found it sends nothing either, and says so: what was typed may have been a search.
        if (selected === null) setUnsent(typed)
        else if (!event.repeat) insert(selected)
        return true
      case 'Escape':
        onClose()
        return true
      default:
        return false
    }
  }
  const latest = useLatest(onKey)
  useLayoutEffect(() => {
    onKeys(event => latest()(event))
    return () => onKeys(null)
  }, [onKeys, latest])
  useEffect(() => {
    onActive(active)
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active, onActive])
  useEffect(() => () => onActive(null), [onActive])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <section
      aria-label="Canned replies"
      className={styles.picker}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.head}>
        <Search size={15} strokeWidth={1.8} aria-hidden="true" />
        <span className={styles.typed} aria-hidden="true">
          {typed === '' ? <span className={styles.faint}>Type to search</span> : typed}
        </span>
        {query.data !== undefined && (
          <span role="status" className={styles.count}>
            {found.length} of {all.length}
          </span>
        )}
      </div>
      <div className={styles.parts}>
        <div className={styles.side}>
          <div role="group" aria-label="Visibility" className={styles.scopes}>
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
          </div>
          <div ref={list} id={id} role="listbox" aria-label="Canned replies" className={styles.list}>
            {found.map(reply => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box has the keys
              <div
                key={reply.id}
                id={optionId(reply)}
                role="option"
                tabIndex={-1}
                aria-selected={reply === selected}
                className={styles.option}
                onMouseDown={keepCaret}
                onClick={() => (isPhone ? insert(reply) : choose(reply))}
                onDoubleClick={() => insert(reply)}
              >
                <span className={styles.line}>
                  <span className={styles.shortcut}>/{reply.shortcut}</span>
                  <FileCount count={reply.attachments.length} />
                  <Whose scope={reply.scope} />
                </span>
                <span className={styles.title} dir="auto">
                  {reply.title}
                </span>
              </div>
            ))}
          </div>
        </div>
        {selected !== null && !isPhone && (
          <Preview
            reply={selected}
            pieces={cannedPieces(selected.body, knownFor(selected.language))}
            onInsert={() => insert(selected)}
          />
        )}
        {selected === null && (
          <div className={styles.none}>
            <Nothing query={query} isEmpty={all.length === 0} scope={scope} />
            {unsent === typed && (
              <p role="alert">Nothing was sent. To send this text as it is, press Esc, then Enter.</p>
            )}
          </div>
        )}
      </div>
      <div className={styles.foot}>
        <span className={styles.keys} aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span className={styles.keys} aria-hidden="true">
          <kbd>Enter</kbd> insert
        </span>
        <span className={styles.keys} aria-hidden="true">
          <kbd>Esc</kbd> close
        </span>
        <span className={styles.grow} />
        <Link
          to={`/canned-replies?reply=new&shortcut=${encodeURIComponent(typed.trim().replaceAll(/\s+/g, '-'))}`}
        >
          New canned reply
        </Link>
      </div>
    </section>
  )
}

/** A press beside the box leaves the caret in it. */
const keepCaret = (event: { preventDefault: () => void }) => event.preventDefault()

function Whose({ scope }: { readonly scope: CannedScope }) {
  const Icon = scope === 'own' ? Pencil : Users
  return (
    <span className={styles.whose}>
      <Icon size={13} strokeWidth={1.6} aria-hidden="true" />
      {scope === 'own' ? 'Own' : 'Shared'}
    </span>
  )
}

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
  const facts = [
    reply.scope === 'own' ? 'Own' : 'Shared',
    ...(reply.language === null ? [] : [languageNames[reply.language]]),
    reply.uses === 1 ? 'used once' : `used ${reply.uses.toLocaleString('en')} times`,
    `changed ${momentLabel(local, new Date(reply.updated_at), now)}`,
  ]
  return (
    <div className={styles.preview}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <div role="region" aria-label="As it would be sent" tabIndex={0} className={styles.words}>
        <h3 className={styles.name} dir="auto">
          {reply.title}
        </h3>
        <p className={styles.facts}>{facts.join(' · ')}</p>
        <FilledIn pieces={pieces} />
        <CannedFiles files={reply.attachments} />
        {places.length > 0 && (
          <p className={styles.places}>
            <TriangleAlert size={14} strokeWidth={1.8} aria-hidden="true" />
            <span>
              {places.join(', ')} {places.length === 1 ? 'is' : 'are'} not known. Tab goes to{' '}
              {places.length === 1 ? 'it' : 'them'} after inserting.
            </span>
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {(reply.scope === 'own' || mayShare) && <Link to={`/canned-replies?reply=${reply.id}`}>Edit</Link>}
        <span className={styles.grow} />
        <Button size="small" variant="primary" onMouseDown={keepCaret} onClick={onInsert}>
          Insert <CornerDownLeft size={13} strokeWidth={1.8} aria-hidden="true" />
        </Button>
      </div>
    </div>
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
      <p role="status" className={styles.wait}>
        Loading canned replies…
      </p>
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
    return <EmptyState icon={icon} title="There are no canned replies yet" hint="Esc closes this." />
  return (
    <EmptyState
      icon={icon}
      title={`No ${scope === null ? '' : `${scope} `}canned reply has these words`}
      hint="Try other words. Esc closes this and keeps what you typed."
    />
  )
}
