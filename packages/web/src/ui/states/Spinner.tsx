import { Center } from '../layout/Layout.tsx'
import styles from './Spinner.module.css'

/** Something is on its way. With `label` it is said; without, what stands beside it must say so. */
export const Spinner = ({ size = 20, label }: { size?: number; label?: string }) => (
  <span className={styles.spinner} style={{ width: size, height: size }} role={label ? 'status' : undefined}>
    {label && <span className="visually-hidden">{label}</span>}
  </span>
)

/** A spinner in the middle of the place of what is on its way. */
export const Loading = ({ label, ...look }: { label: string; tone?: 'muted'; pad?: 6 }) => (
  <Center full {...look}>
    <Spinner label={label} />
  </Center>
)
