import { t } from '@parley/core/text/translate'
import type { CannedPiece } from '@parley/core/canned-replies/rules'
import { Text } from '../../ui/layout/Layout.tsx'
import styles from './CannedFiles.module.css'

/** A canned reply's words with what was filled in, and what is left to be, marked; as the bubble that it becomes. */
export function FilledIn({ pieces }: { readonly pieces: readonly CannedPiece[] }) {
  return (
    <Text as="p" size="list" tone="text" breaks className={styles.bubble} dir="auto">
      {pieces.map(({ kind, name, text }, place) =>
        kind === 'words' ? (
          // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other name
          <span key={place}>{text}</span>
        ) : (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- the same
            key={place}
            className={kind === 'known' ? styles.known : styles.open}
            title={kind === 'known' ? spoken(name) : t('{name}: not known', { name: spoken(name) })}
          >
            {text}
          </span>
        ),
      )}
    </Text>
  )
}

const spoken = (name: string): string => name.replaceAll('_', ' ').toLowerCase()
