import { t } from '@parley/core/text/translate'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { knownSpelling } from '@parley/core/conversations/rules'
import { eachOnce, isSameText, visibleName } from '@parley/core/text/fold'
import { maxTagLength } from '@parley/core/conversations/constants'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { cachedTags } from '../../../data/conversations/tags.ts'
import { Button } from '../../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import styles from './BulkTags.module.css'

/** One tag more, or one less, on all that is selected. */
export interface BulkTag {
  readonly kind: 'add-tag' | 'remove-tag'
  readonly tag: string
}

interface BulkTagsProps {
  readonly rows: readonly ConversationEntity[]
  readonly disabled: boolean
  readonly onTag: (tag: BulkTag) => void
}

/** Adds a tag to what is selected, or takes one from it that some of it has. */
export function BulkTags({ rows, disabled, onTag }: BulkTagsProps) {
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
