import { t } from '@parley/core/text/translate'
import { TriangleAlert, X } from 'lucide-react'
import { Center, HStack, Text } from '../layout/Layout.tsx'
import styles from './FailureNote.module.css'

type FailureNoteProps = {
  /** The thing, the reason, the next step. */
  children: string
  /** Absent where the next attempt takes it away. */
  onDismiss?: (() => void) | undefined
}

/** Why what somebody just did was not done, beside the control, in the form of a `Notice`; announced at once. */
export const FailureNote = ({ children, onDismiss }: FailureNoteProps) => (
  <HStack role="alert" gap={1.5} align="stretch" flex="shrink" tone="danger" className={styles.note}>
    <TriangleAlert size={14} strokeWidth={1.8} aria-hidden="true" />
    <Text as="p" flex="grow" breaks className={styles.words}>
      {children}
    </Text>
    {onDismiss && (
      <Center
        as="button"
        type="button"
        flex="none"
        className={styles.dismiss}
        aria-label={t('Dismiss')}
        title={t('Dismiss')}
        onClick={onDismiss}
      >
        <X size={14} strokeWidth={2} aria-hidden="true" />
      </Center>
    )}
  </HStack>
)
