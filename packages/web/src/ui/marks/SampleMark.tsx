import styles from './SampleMark.module.css'

/** Says that what stands here was not stored by a server, and is seen by nobody else. */
export function SampleMark() {
  return (
    <span className={styles.mark} title="Sample data: changes stay in this browser until the page is left">
      Sample data
    </span>
  )
}
