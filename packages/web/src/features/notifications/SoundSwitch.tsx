import { Volume2, VolumeX } from 'lucide-react'
import styles from './NoticePanel.module.css'
import { chooseSound, useSoundChoice } from './sound-choice.ts'

/** Whether new notices are heard. */
export function SoundSwitch() {
  const on = useSoundChoice()
  const Icon = on ? Volume2 : VolumeX
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      className={styles.choice}
      onClick={() => chooseSound(!on)}
    >
      <Icon size={14} strokeWidth={1.8} aria-hidden="true" />
      Sound <span aria-hidden="true">{on ? 'on' : 'off'}</span>
    </button>
  )
}
