import { Text } from '../../../../ui/layout/Layout.tsx'
import type { CommonSource } from './provenance-words.ts'
import styles from './SourceNote.module.css'

/** On a section's line: where its values came from, but for those that say otherwise. */
export const SourceNote = ({ common }: { common: CommonSource | null }) =>
  common === null ? null : (
    <Text flex="shrink" size="meta" tone="faint" breaks className={styles.note}>
      {common.words}
    </Text>
  )
