import { type ReactNode, useId } from 'react'
import styles from './Card.module.css'

type CardProps = {
  title: string
  /** Links or buttons on the title's line. */
  actions?: ReactNode
  /** Of when what it shows is, while that is old: it is paler then. Null, or none: it is not. */
  asOf?: string | null
  children: ReactNode
}

/** A titled region of a page; the title is its accessible name. */
export function Card({ title, actions, asOf = null, children }: CardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id} data-old={asOf !== null || undefined}>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {asOf !== null && <span className={styles.age}>As of {asOf}</span>}
        {actions}
      </header>
      {children}
    </section>
  )
}
