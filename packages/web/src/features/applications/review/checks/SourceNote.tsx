import type { CommonSource } from './provenance-words.ts'
import styles from './SourceNote.module.css'

/** On a section's line: where its values came from, but for those that say otherwise. */
export const SourceNote = ({ common }: { common: CommonSource | null }) =>
  common === null ? null : <span className={styles.note}>{common.words}</span>
