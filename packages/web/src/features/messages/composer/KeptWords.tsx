import { t } from '@parley/core/text/translate'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'
import styles from './ClosedComposer.module.css'
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
      setSaid(t('Copied'))
    } catch {
      // A browser may forbid it; the words can be selected all the same.
      setSaid(t('Copying failed. Select the text and copy it'))
    }
  }
  return (
    <HStack wrap rule="top" className={styles.kept}>
      <div className={styles.words}>
        <Text as="p" size="meta" tone="faint">
          {t('Your draft is saved')}
        </Text>
        {text.trim() !== '' && (
          <Text as="p" dir="auto" tone="text" breaks className={styles.text}>
            {text}
          </Text>
        )}
        {files.length > 0 && (
          <Text as="p" size="meta" tone="faint">
            {t('With {files}', { files: files.map(({ name }) => name).join(', ') })}
          </Text>
        )}
      </div>
      {text.trim() !== '' && (
        <Button size="small" onClick={() => void copy()}>
          {t('Copy')}
        </Button>
      )}
      <Text role="status" size="meta" tone="faint">
        {said}
      </Text>
    </HStack>
  )
}
