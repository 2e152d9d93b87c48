import { t } from '@parley/core/text/translate'
import { closesSoon, timeLeft } from '@parley/core/conversations/window'
import { Clock } from 'lucide-react'
import { type CachedReach, useReach } from '../../../data/conversations/reach.ts'
import { classNames } from '../../../ui/hooks/class-names.ts'
import { HStack } from '../../../ui/layout/Layout.tsx'
import styles from './WindowNote.module.css'

/** Until when anything can be sent: by the hour, and by the minute in the last hours. */
export function WindowNote({ reach }: { readonly reach: CachedReach }) {
  const left = useReach(reach, (mode, now) =>
    mode.is === 'open' && mode.closesAt !== null ? timeLeft(mode.closesAt, now).long : null,
  )
  const soon = useReach(reach, closesSoon)
  if (left === null) return null
  return (
    <HStack as="span" inline className={classNames(styles.note, soon && styles.soon)}>
      <Clock size={13} strokeWidth={1.8} aria-hidden="true" />
      {t('Window closes in {left}', { left })}
    </HStack>
  )
}
