import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import styles from './KeptWords.module.css'
import { type ComposerState, useComposerText } from './use-composer.ts'

/** What was being written when nothing could be sent any more: kept here, to be read and copied. */
export function KeptWords({ composer }: { readonly composer: ComposerState }) {
  const text = useComposerText(composer, written => written)
  const [said, setSaid] = useState<string | null>(null)
  const { files } = composer
  if (text.trim() === '' && files.length === 0) return null
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied')
    } catch {
      // A browser may forbid it; the words can be selected all the same.
      setSaid('The browser did not copy. Select the words and copy them')
    }
  }
  return (
    <div className={styles.kept}>
      <div className={styles.words}>
        <p className={styles.label}>Your draft is kept</p>
        {text.trim() !== '' && (
          <p dir="auto" className={styles.text}>
            {text}
          </p>
        )}
        {files.length > 0 && <p className={styles.label}>With {files.map(({ name }) => name).join(', ')}</p>}
      </div>
      {text.trim() !== '' && (
        <Button size="small" onClick={() => void copy()}>
          Copy
        </Button>
      )}
      <span role="status" className={styles.label}>
        {said}
      </span>
    </div>
  )
}
