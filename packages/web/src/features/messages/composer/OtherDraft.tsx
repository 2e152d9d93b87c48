import { t } from '@parley/core/text/translate'
import { rich } from '../../../ui/rich.ts'
import { useStore } from '../../../store.ts'
import { Button } from '../../../ui/Button.tsx'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'
import styles from './Composer.module.css'
import type { ComposerState } from './use-composer.ts'

interface OtherDraftProps {
  readonly composer: Pick<ComposerState, 'server' | 'focus'>
}

/** Above the box: what its agent wrote on another device while other words were written here. Neither goes unasked. */
export function OtherDraft({ composer }: OtherDraftProps) {
  const { server, focus } = composer
  const other = useStore(server.other)
  if (other === null) return null
  const choose = (which: 'theirs' | 'mine') => {
    server.choose(which)
    focus()
  }
  const { text } = other
  return (
    <HStack
      role="group"
      aria-label={t('Written on another device')}
      justify="end"
      wrap
      flex="shrink"
      className={styles.other}
    >
      <Text as="p" role="status" size="meta" tone="muted" breaks className={styles.said} title={text}>
        {rich('Written on another device: {text}', {
          text: <span dir="auto">{text === '' ? t('only a quoted message') : text}</span>,
        })}
      </Text>
      <Button size="small" variant="quiet" onClick={() => choose('theirs')}>
        {t('Use it')}
      </Button>
      <Button size="small" variant="quiet" onClick={() => choose('mine')}>
        {t('Keep mine')}
      </Button>
    </HStack>
  )
}
