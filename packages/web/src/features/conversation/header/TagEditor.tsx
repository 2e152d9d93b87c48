import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf, knownSpelling, type TagEdit, tagProblem } from '@parley/core/conversations/rules'
import { useQueryClient } from '@tanstack/react-query'
import { isSameText } from '@parley/core/text/fold'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { cachedTags, type Tags, useTags } from '../../../data/conversations/tags.ts'
import { Tag } from '../../../ui/marks/Tag.tsx'
import { useNotedAction } from '../finish/use-noted-action.ts'
import { failureWords } from '../../../client/action-messages.ts'
import { Center, Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { FailureNote } from '../../../ui/states/FailureNote.tsx'
import { isFocusFree } from '../../../ui/overlays/free-focus.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from './ConversationHeader.module.css'

/** The conversation's tags; a placeholder's cannot be edited. */
export function TagsField({ isReal, conversation }: { isReal: boolean; conversation: ConversationMeta }) {
  'use memo'
  const note = useNotedAction()
  const { id } = conversation
  const tags = useTags(conversation, ({ kind, tag }, undo) => {
    const name = customerNameOf(conversation)
    const done =
      kind === 'add' ? t('Tagged {name} “{tag}”', { name, tag }) : t('Untagged {name} “{tag}”', { name, tag })
    note({ key: `tags ${id}`, done, conversationId: id, undo, told: null })
  })
  if (!isReal) return <TagList tags={conversation.tags} />
  return <TagEditor tags={tags} />
}

const TagList = ({ tags }: { tags: readonly string[] }) => tags.map(tag => <Tag key={tag}>{tag}</Tag>)

/** A conversation's tags; the plus opens them for editing, in their place. */
function TagEditor({ tags }: { tags: Tags }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open && isFocusFree()) opener.current?.focus()
    wasOpen.current = open
  }, [open])

  const save = async (one: TagEdit) => {
    setFailure(null)
    try {
      await tags.edit(one)
    } catch (cause) {
      setFailure(failureWords('updateTags', cause))
      // What the agent typed comes back, unless the next tag is being typed already.
      if (one.kind === 'add') setTyped(now => (now === '' ? one.tag : now))
      // The editor may have been closed while it was on its way.
      setOpen(true)
    }
  }
  if (open) {
    return (
      <Editing
        tags={tags.tags}
        suggestions={cachedTags(client)}
        typed={typed}
        onType={setTyped}
        failure={failure}
        onEdit={one => void save(one)}
        onDone={() => setOpen(false)}
      />
    )
  }
  return (
    <>
      <TagList tags={tags.tags} />
      <span className={styles.opener}>
        <IconButton ref={opener} size="small" label={t('Edit tags')} onClick={() => setOpen(true)}>
          <Plus size={14} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
      </span>
    </>
  )
}

interface EditingProps {
  readonly tags: readonly string[]
  readonly suggestions: readonly string[]
  readonly typed: string
  readonly onType: (text: string) => void
  readonly failure: string | null
  readonly onEdit: (edit: TagEdit) => void
  readonly onDone: () => void
}

function Editing({ tags, suggestions, typed, onType, failure, onEdit, onDone }: EditingProps) {
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const problem = tagProblem(tags, typed)
  useEffect(() => {
    // Not when it opens again because a tag was not stored: the agent may be writing elsewhere.
    if (isFocusFree()) input.current?.focus()
  }, [])

  const add = () => {
    const tag = typed.trim()
    if (tag === '' || problem !== null) return
    onType('')
    onEdit({ kind: 'add', tag: knownSpelling(tag, suggestions) })
  }
  const remove = (tag: string) => {
    input.current?.focus()
    onEdit({ kind: 'remove', tag })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = tags.at(-1)
    if (event.key === 'Backspace' && typed === '' && !event.repeat && last !== undefined) remove(last)
    if (event.key === 'Escape') onDone()
  }
  const said = problem ?? failure
  return (
    <Grid gap={1} flex="shrink" className={styles.editing}>
      <HStack
        as="form"
        gap={1}
        wrap
        flex="shrink"
        className={styles.editor}
        aria-label={t('Edit tags')}
        onSubmit={event => {
          event.preventDefault()
          add()
        }}
      >
        {tags.map(tag => (
          <HStack as="span" key={tag} gap={0.5} inline tone="muted" breaks className={styles.chip}>
            {tag}
            <Center
              as="button"
              type="button"
              className={styles.remove}
              aria-label={t('Remove tag {tag}', { tag })}
              title={t('Remove tag {tag}', { tag })}
              onClick={() => remove(tag)}
            >
              <X size={12} strokeWidth={2} aria-hidden="true" />
            </Center>
          </HStack>
        ))}
        <input
          ref={input}
          className={styles.input}
          aria-label={t('New tag')}
          placeholder={t('New tag, Enter adds')}
          autoComplete="off"
          list={listId}
          value={typed}
          aria-invalid={problem !== null || undefined}
          onChange={event => onType(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <datalist id={listId}>
          {suggestions
            .filter(tag => !tags.some(other => isSameText(other, tag)))
            .map(tag => (
              <option key={tag} value={tag}>
                {tag}
              </option>
            ))}
        </datalist>
        <Text
          as="button"
          type="button"
          size="meta"
          weight={500}
          tone="accent"
          className={styles.done}
          onClick={() => {
            add()
            if (problem === null) onDone()
          }}
        >
          {t('Done')}
        </Text>
      </HStack>
      {said !== null && <FailureNote>{said}</FailureNote>}
    </Grid>
  )
}
