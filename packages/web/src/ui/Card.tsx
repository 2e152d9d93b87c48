import { type ReactNode, useId } from 'react'
import styles from './Card.module.css'

type CardProps = {
  title: string
  /** Links or buttons on the title's line. */
  actions?: ReactNode
  children: ReactNode
}

/** A titled region of a page; the title is its accessible name. */
export function Card({ title, actions, children }: CardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {actions}
      </header>
      {children}
    </section>
  )
}
