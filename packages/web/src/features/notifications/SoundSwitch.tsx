import { t } from '@parley/core/text/translate'
import { Volume2, VolumeX } from 'lucide-react'
import { HStack } from '../../ui/layout/Layout.tsx'
import styles from './NoticePanel.module.css'
import { chooseSound, useSoundChoice } from './sound-choice.ts'

/** Whether new notices are heard. */
export function SoundSwitch() {
  const on = useSoundChoice()
  const Icon = on ? Volume2 : VolumeX
  return (
    <HStack
      as="button"
      type="button"
      role="switch"
      aria-checked={on}
      gap={1}
      inline
      tone="accent"
      className={styles.choice}
      onClick={() => chooseSound(!on)}
    >
      <Icon size={14} strokeWidth={1.8} aria-hidden="true" />
      {t('Sound')} <span aria-hidden="true">{on ? 'on' : 'off'}</span>
    </HStack>
  )
}
