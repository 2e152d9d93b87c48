import { t } from '@parley/core/text/translate'
import type { AssistMark } from '../../data/assist/assist.ts'
import { useStore } from '../../store.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import styles from './assist.module.css'
import { SummaryWindow } from './SummaryWindow.tsx'
import { useMark } from './use-mark.ts'
import { type AssistedBox, assistWorkOf, dismissFailure, dropMade, type Made, type Put } from './work.ts'

interface ComposerPartProps {
  readonly conversationId: string
  readonly composer: AssistedBox
}

/** Above the box: what assist is at, that what stands in the box is its own, what it made beside it, and why it made nothing. */
export function ComposerNotes({ conversationId, composer }: ComposerPartProps) {
  'use memo'
  const { mark, put, undo } = useMark(conversationId, composer)
  const work = useStore(assistWorkOf(conversationId))
  return (
    <>
      <Grid gap={2} className={styles.notes}>
        {work.doing !== null && (
          <HStack as="p" role="status" gap={1.5} size="meta" tone="muted" className={styles.waiting}>
            <Spinner size={12} /> {work.doing}
          </HStack>
        )}
        {mark !== null && (
          <Notice
            tone="warn"
            action={
              <Button size="small" onClick={undo}>
                {t('Undo')}
              </Button>
            }
          >
            {wordsOf(mark)}
          </Notice>
        )}
        {work.made !== null && (
          <MadeNotice
            made={work.made}
            composer={composer}
            put={put}
            onDone={() => dropMade(conversationId)}
          />
        )}
        {work.failure !== null && (
          <FailureNote onDismiss={() => dismissFailure(conversationId)}>{work.failure}</FailureNote>
        )}
      </Grid>
      {work.summary !== null && <SummaryWindow conversationId={conversationId} summary={work.summary} />}
    </>
  )
}

function wordsOf({ kind, titles }: AssistMark): string {
  if (kind === 'translation') return t('Translated by assist, may be wrong. Read before sending')
  return titles.length === 0
    ? t('Drafted by assist from no entry. Read before sending')
    : t('Drafted by assist from: {titles}. Read before sending', { titles: titles.join(', ') })
}

interface MadeNoticeProps {
  readonly made: Made
  readonly composer: AssistedBox
  readonly put: Put
  readonly onDone: () => void
}

/** What was made while an agent wrote something else. */
function MadeNotice({ made, composer, put, onDone }: MadeNoticeProps) {
  const take = (text: string) => {
    put({ ...made, text }, composer.written())
    onDone()
  }
  return (
    <Grid
      role="group"
      aria-label={t('What assist made')}
      gap={2}
      size="list"
      tone="muted"
      className={styles.made}
    >
      <p role="status">
        {t('{what} is ready. You have written your own text meanwhile.', {
          what: made.kind === 'draft' ? t('The draft') : t('The translation'),
        })}
      </p>
      <Text as="p" dir="auto" size="body" tone="text" breaks className={styles.said}>
        {made.text}
      </Text>
      <HStack gap={2} align="stretch" wrap>
        <Button
          size="small"
          onClick={() => take([composer.written(), made.text].filter(text => text.trim() !== '').join('\n'))}
        >
          {t('Add below mine')}
        </Button>
        <Button size="small" onClick={() => take(made.text)}>
          {t('Replace mine')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            onDone()
            composer.focus()
          }}
        >
          {t('Discard')}
        </Button>
      </HStack>
    </Grid>
  )
}
