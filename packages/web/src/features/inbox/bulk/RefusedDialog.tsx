import { t } from '@parley/core/text/translate'
import type { Refused } from '../../../data/conversations/bulk.ts'
import { Button } from '../../../ui/Button.tsx'
import { Grid, Text } from '../../../ui/layout/Layout.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import styles from './RefusedDialog.module.css'

interface RefusedDialogProps {
  readonly title: string
  readonly refused: readonly Refused[]
  readonly onClose: () => void
}

/** Whose conversations were not changed, each with the reason. */
export function RefusedDialog({ title, refused, onClose }: RefusedDialogProps) {
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
