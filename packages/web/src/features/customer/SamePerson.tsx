import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Grid } from '../../ui/layout/Layout.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import styles from './SamePerson.module.css'

/** Says that this customer and another are one person, and shows what was said before. */
export function SamePerson({ conversation }: { readonly conversation: ConversationMeta }) {
  const [isOpen, setIsOpen] = useState(false)
  const { id: customerId } = conversation.user
  if (customerId === null) return null
  return (
    <Grid as="section" aria-label={t('Same person')} gap={3} className={styles.section}>
      <Button
        size="small"
        variant="quiet"
        icon={<Users size={14} strokeWidth={1.8} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {t('Link to another customer…')}
      </Button>
      {isOpen && (
        <MergeDialog conversation={conversation} customerId={customerId} onClose={() => setIsOpen(false)} />
      )}
    </Grid>
  )
}
