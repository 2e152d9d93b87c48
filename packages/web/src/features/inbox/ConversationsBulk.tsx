import type { BulkAction } from '@parley/core/bulk/api'
import { type BulkWords, conversationsLabel, doneSentence, undoneSentence } from '@parley/core/bulk/rules'
import { undoMs } from '@parley/core/conversations/finish'
import { customerNameOf } from '@parley/core/conversations/rules'
import { t } from '@parley/core/text/translate'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keysLabel } from '../../commands/catalogue.ts'
import { forgetAction, noteAction } from '../../commands/last-action.ts'
import { type BulkDone, type Refused, undoBulk, useBulk } from '../../data/conversations/bulk.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { showToast } from '../../ui/states/toasts.ts'
import styles from './Bulk.module.css'
import { BulkBar } from './BulkBar.tsx'
import type { Selecting } from './ConversationGrid.tsx'

const undoLabel = t('Undo ({keys})', { keys: keysLabel('undo') })

interface NotDone {
  readonly title: string
  readonly refused: readonly Refused[]
}

/**
 * What is done with the selected conversations of the list: one toast says what was, and takes it back; what was refused
 * is listed with the reasons and stays selected.
 */
export function ConversationsBulk({ rows, isOpen, clear, keep, focusRows }: Selecting) {
  const client = useQueryClient()
  const [notDone, setNotDone] = useState<NotDone | null>(null)
  const tell = (title: string, refused: readonly Refused[]) => {
    if (refused.length > 0) setNotDone({ title: `${conversationsLabel(refused.length)} ${title}`, refused })
  }

  const undo = async (done: BulkDone): Promise<void> => {
    forgetAction('bulk')
    try {
      const { undone, changed, refused } = await undoBulk(client, done.change.names, done.undoable)
      const title = undoneSentence(undone, changed.length)
      if (undone + changed.length > 0) showToast({ key: 'bulk', title, description: namesOf(changed) })
      tell(t('not undone'), refused)
    } catch (cause) {
      const title = cause instanceof Error ? cause.message : String(cause)
      showToast({
        key: 'bulk',
        title,
        urgent: true,
        stays: true,
        action: t('Undo'),
        onPress: () => void undo(done),
      })
    }
  }
  const { busy, change } = useBulk(
    done => {
      const title = doneSentence(done.change.words, done.done, done.unchanged)
      const canUndo = done.undoable.length > 0
      if (!canUndo) forgetAction()
      else if (title !== null)
        noteAction({
          key: 'bulk',
          done: title,
          until: Date.now() + undoMs,
          late: t('Too late to undo: {done}', { done: title }),
          isSeen: true,
          undo: () => undo(done),
        })
      if (title !== null)
        showToast({
          key: 'bulk',
          title,
          // It waits for who reads what was refused.
          stays: canUndo && done.refused.length > 0,
          ...(canUndo && { action: undoLabel, onPress: () => void undo(done) }),
        })
      tell(t('not changed'), done.refused)
      // The bar goes, and with it what had the focus.
      focusRows()
      keep(done.refused.map(({ id }) => id))
    },
    title => showToast({ key: 'bulk', title, urgent: true, stays: true }),
  )
  const act = (action: BulkAction, words: BulkWords) =>
    change({ action, words, names: new Map(rows.map(row => [row.id, customerNameOf(row)])) })

  return (
    <>
      {isOpen && (
        <BulkBar
          rows={rows}
          busy={busy}
          act={act}
          onClear={() => {
            focusRows()
            clear()
          }}
        />
      )}
      {notDone !== null && <RefusedDialog {...notDone} onClose={() => setNotDone(null)} />}
    </>
  )
}

const mostNames = 3

/** "Grace Nabirye, Okello and 2 more"; empty for nobody. */
function namesOf(some: readonly Refused[]): string {
  const names = some.slice(0, mostNames).map(({ name }) => name)
  const more = some.length - names.length
  return more > 0 ? t('{names} and {more} more', { names: names.join(', '), more }) : names.join(', ')
}

/** Whose conversations were not changed, each with the reason. */
function RefusedDialog({ title, refused, onClose }: NotDone & { readonly onClose: () => void }) {
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      size="sm"
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <Grid as="ul" gap={3} className={styles.list}>
        {refused.map(({ id, name, detail }) => (
          <li key={id}>
            <bdi className={styles.name}>{name}</bdi>
            <Text tone="muted">{detail}</Text>
          </li>
        ))}
      </Grid>
    </Modal>
  )
}
