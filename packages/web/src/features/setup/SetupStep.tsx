import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './setup.module.css'

type SetupStepProps = {
  /** Its place among the steps, from 1 on. */
  no: number
  title: string
  isDone: boolean
  /** How far it is, in a word or two. */
  state: ReactNode
  children: ReactNode
}

/** One step: what is to be done, and what was seen of it. */
export function SetupStep({ no, title, isDone, state, children }: SetupStepProps) {
  const id = useId()
  return (
    <li className={styles.step} aria-labelledby={id}>
      <span className={styles.mark} data-done={isDone || undefined} aria-hidden="true">
        {isDone ? <Check size={16} strokeWidth={2} /> : no}
      </span>
      <div className={styles.body}>
        <div className={styles.head}>
          <h3 id={id}>{title}</h3>
          {state}
        </div>
        {children}
      </div>
    </li>
  )
}
