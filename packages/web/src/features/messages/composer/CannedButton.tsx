import { t } from '@parley/core/text/translate'
import { HStack } from '../../../ui/layout/Layout.tsx'
import styles from './Composer.module.css'
import { type ComposerState, useComposerText } from './use-composer.ts'

/** Says that a slash opens the canned replies, and does what it does; offered, like the slash, while the box is empty. */
export function CannedButton({ composer, onOpen }: { composer: ComposerState; onOpen: () => void }) {
  const isEmpty = useComposerText(composer, text => text === '')
  if (!isEmpty) return null
  return (
    <HStack
      as="button"
      type="button"
      size="meta"
      tone="muted"
      nowrap
      className={styles.canned}
      aria-label={t('Canned replies')}
      aria-keyshortcuts="/"
      title={t('Canned replies (/)')}
      onClick={onOpen}
    >
      <kbd aria-hidden="true">/</kbd>
      <span aria-hidden="true">{t('canned replies')}</span>
    </HStack>
  )
}
