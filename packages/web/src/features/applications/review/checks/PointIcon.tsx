import { t } from '@parley/core/text/translate'
import type { ChecklistItem } from '@parley/core/applications/checklist'
import { Check, CircleAlert, X } from 'lucide-react'
import { Text } from '../../../../ui/layout/Layout.tsx'
import styles from './PointIcon.module.css'

const icons = { problem: X, warning: CircleAlert, ok: Check } as const
const tones = { problem: 'danger', warning: 'warn', ok: 'ok' } as const
const severityWords = { problem: t('Problem'), warning: t('To check'), ok: t('All right') } as const

/** How grave an entry of the checklist is, as a sign and in words. */
export function PointIcon({ severity }: Pick<ChecklistItem, 'severity'>) {
  const Icon = icons[severity]
  return (
    <Text flex="none" tone={tones[severity]} className={styles.icon}>
      <Icon size={15} strokeWidth={2} aria-hidden="true" />
      <span className="visually-hidden">{severityWords[severity]}: </span>
    </Text>
  )
}
