import type { BulkAction } from '@parley/core/bulk/api'
import { maxBulk } from '@parley/core/bulk/constants'
import { type BulkWords, conversationsLabel } from '@parley/core/bulk/rules'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { maxTagLength } from '@parley/core/conversations/constants'
import {
  knownSpelling,
  type SettableStatus,
  settableStatuses,
  statusLabel,
} from '@parley/core/conversations/rules'
import { eachOnce, isSameText, visibleName } from '@parley/core/text/fold'
import { calendar, momentLabel } from '@parley/core/text/format'
import { plural, t } from '@parley/core/text/translate'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { keysLabel } from '../../commands/catalogue.ts'
import { useArea } from '../../data/capabilities/queries.ts'
import { backNow, type SnoozeChange } from '../../data/conversations/waits.ts'
import { cachedTags } from '../../data/conversations/tags.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Menu, MenuItem } from '../../ui/overlays/Menu.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { AssignSeveral } from '../assignments/AssignSeveral.tsx'
import { SnoozeDialog } from '../conversation/SnoozeDialog.tsx'
import styles from './Bulk.module.css'

interface BulkBarProps {
  /** What is selected. */
  readonly rows: readonly ConversationEntity[]
  readonly busy: boolean
  readonly act: (action: BulkAction, words: BulkWords) => void
  readonly onClear: () => void
}

const local = calendar()

/** How many conversations are selected, and what can be done with all of them. */
export function BulkBar({ rows, busy, act, onClear }: BulkBarProps) {
  const setsStatus = useArea('conversation-status') === 'served'
  const [asks, setAsks] = useState<'snooze' | 'archive' | null>(null)
  const none = rows.length === 0
  const unseen = rows.reduce((sum, row) => sum + row.unread_count, 0)
  const setStatus = (status: SettableStatus) => act({ kind: 'status', status }, { kind: 'status', status })
  const choose = (status: SettableStatus) => {
    if (status === 'ARCHIVED' && unseen > 0) setAsks('archive')
    else setStatus(status)
  }
  const snooze = ({ until, reason }: SnoozeChange) =>
    act(
      { kind: 'snooze', until: until?.toISOString() ?? null, reason },
      { kind: 'snooze', until: until && momentLabel(local, until, new Date()) },
    )
  return (
    <HStack
      role="group"
      aria-label={t('Selected conversations')}
      aria-busy={busy || undefined}
      gap={1.5}
      className={styles.bar}
    >
      <Text role="status" size="list" weight={600} tone="text" cut digits className={styles.count}>
        {t('{count} selected', { count: rows.length })}
        {rows.length === maxBulk && t(', the maximum')}
      </Text>
      <AssignSeveral
        disabled={busy || none}
        onAssign={({ id, name }, isViewer) =>
          act({ kind: 'assign', agent_id: id }, { kind: 'assign', agent: name, isViewer })
        }
      />
      <Menu
        trigger={
          <Button size="small" disabled={busy || none || !setsStatus}>
            {t('Status')}
            <ChevronDown size={13} strokeWidth={2} aria-hidden="true" />
          </Button>
        }
      >
        {settableStatuses.map(status => (
          <MenuItem key={status} onSelect={() => choose(status)}>
            {statusLabel(status)}
          </MenuItem>
        ))}
      </Menu>
      <BulkTags rows={rows} disabled={busy || none} onTag={tag => act(tag, tag)} />
      <Button size="small" disabled={busy || none} onClick={() => setAsks('snooze')}>
        {t('Snooze')}
      </Button>
      {rows.some(row => row.snoozed !== null) && (
        <Button size="small" disabled={busy} onClick={() => snooze(backNow)}>
          {t('Unsnooze')}
        </Button>
      )}
      <IconButton
        size="small"
        label={t('Clear')}
        shortcut={keysLabel('table.clear')}
        disabled={none}
        onClick={onClear}
      >
        <X size={14} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
      {asks === 'snooze' && (
        <SnoozeDialog
          title={t('Snooze {count}', { count: conversationsLabel(rows.length) })}
          onClose={() => setAsks(null)}
          onSnooze={snooze}
        />
      )}
      {asks === 'archive' && (
        <ConfirmDialog
          title={t('Archive {count}?', { count: conversationsLabel(rows.length) })}
          action={t('Archive')}
          busy={false}
          failure={null}
          onClose={() => setAsks(null)}
          onConfirm={() => {
            setAsks(null)
            setStatus('ARCHIVED')
          }}
        >
          <p>
            {unseen > 0 &&
              plural(unseen, {
                one: 'They have {count} message that you have not seen. ',
                other: 'They have {count} messages that you have not seen. ',
              })}
            {t(
              'You cannot reply in archived conversations. If a customer writes again, a new conversation starts.',
            )}
          </p>
        </ConfirmDialog>
      )}
    </HStack>
  )
}

/** One tag more, or one less, on all that is selected. */
interface BulkTagsProps {
  readonly rows: readonly ConversationEntity[]
  readonly disabled: boolean
  readonly onTag: (tag: { kind: 'add-tag' | 'remove-tag'; tag: string }) => void
}

/** Adds a tag to what is selected, or takes one from it that some of it has. */
function BulkTags({ rows, disabled, onTag }: BulkTagsProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="start"
      title={t('Tags of the selected')}
      trigger={
        <Button size="small" disabled={disabled}>
          {t('Tags')}
          <ChevronDown size={13} strokeWidth={2} aria-hidden="true" />
        </Button>
      }
    >
      <Editing
        rows={rows}
        onTag={tag => {
          setOpen(false)
          onTag(tag)
        }}
      />
    </Popover>
  )
}

function Editing({ rows, onTag }: Pick<BulkTagsProps, 'rows' | 'onTag'>) {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const listId = useId()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const tag = visibleName(typed)
    if (tag !== null) onTag({ kind: 'add-tag', tag: knownSpelling(tag, cachedTags(client)) })
  }
  const tags = countedTags(rows)
  return (
    <Grid gap={4} className={styles.body}>
      <Grid as="form" gap={2} align="end" className={styles.form} onSubmit={onSubmit}>
        <TextField
          label={t('New tag')}
          placeholder={t('Enter adds')}
          autoComplete="off"
          maxLength={maxTagLength}
          list={listId}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <datalist id={listId}>
          {cachedTags(client).map(tag => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
        </datalist>
        <Button type="submit">{t('Add')}</Button>
      </Grid>
      {tags.length > 0 && (
        <HStack
          role="group"
          aria-label={t('Remove a tag')}
          gap={2}
          align="stretch"
          wrap
          className={styles.tags}
        >
          {tags.map(([tag, count]) => (
            <Button
              key={tag}
              size="small"
              aria-label={t('Remove tag {tag}', { tag })}
              title={t('Remove tag {tag}', { tag })}
              onClick={() => onTag({ kind: 'remove-tag', tag })}
            >
              <bdi>{tag}</bdi>
              <Text weight={400} tone="muted">
                {count}
              </Text>
              <X size={12} strokeWidth={2} aria-hidden="true" />
            </Button>
          ))}
        </HStack>
      )}
    </Grid>
  )
}

/** The tags of the selected, with how many have each, most first. */
function countedTags(rows: readonly ConversationEntity[]): readonly (readonly [string, number])[] {
  const all = rows.flatMap(row => row.tags)
  const counts = eachOnce(all).map(tag => [tag, all.filter(other => isSameText(other, tag)).length] as const)
  return counts.toSorted(([a, many], [b, more]) => more - many || a.localeCompare(b))
}
