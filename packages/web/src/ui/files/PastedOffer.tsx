import { t } from '@parley/core/text/translate'
import { X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { HStack } from '../layout/Layout.tsx'
import styles from './PastedOffer.module.css'
import type { useFilePaste } from './use-file-paste.ts'

/** Offers the picture that a program copied beside the words that were pasted. */
export function PastedOffer({ offered, attach, dismiss }: ReturnType<typeof useFilePaste>) {
  if (offered.length === 0) return null
  // The buttons go: what is typed next belongs to the words.
  const then = (act: () => void) => (event: MouseEvent) => {
    event.currentTarget.closest('form')?.querySelector('textarea')?.focus()
    act()
  }
  const isPicture = offered.every(({ type }) => type.startsWith('image/'))
  const [said, what] = isPicture
    ? [t('The clipboard also has a picture.'), t('Attach picture')]
    : [t('The clipboard also has a file.'), t('Attach file')]
  return (
    <HStack gap={2} wrap size="meta" tone="muted" className={styles.offer}>
      <span role="status">{said}</span>
      <Button size="small" onClick={then(attach)}>
        {what}
      </Button>
      <IconButton label={t('Dismiss')} size="small" onClick={then(dismiss)}>
        <X size={14} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
    </HStack>
  )
}
