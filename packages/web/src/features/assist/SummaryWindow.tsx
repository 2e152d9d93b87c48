import { plural, t } from '@parley/core/text/translate'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import styles from './assist.module.css'
import { askSummary, type AssistWork, closeSummary } from './work.ts'

interface SummaryWindowProps {
  readonly conversationId: string
  readonly summary: NonNullable<AssistWork['summary']>
}

/** What the conversation is about, as assist reads it. */
export function SummaryWindow({ conversationId, summary }: SummaryWindowProps) {
  const again = () => void askSummary(conversationId)
  return (
    <Modal
      open
      title={t('Summary of the conversation')}
      onClose={() => closeSummary(conversationId)}
      footer={
        <>
          {summary.is === 'failed' && <Button onClick={again}>{t('Ask again')}</Button>}
          {summary.is === 'there' && <CopyText text={summary.said.text} />}
          <Button onClick={() => closeSummary(conversationId)}>{t('Close')}</Button>
        </>
      }
    >
      {summary.is === 'asked' && <Spinner label={t('Assist reads the conversation')} />}
      {summary.is === 'failed' && <FailureNote>{summary.why}</FailureNote>}
      {summary.is === 'there' && (
        <Grid gap={2}>
          <HStack as="p" role="status" align="stretch" wrap tone="muted" className={styles.mark}>
            {t('Summarised by assist from {messages}, may be wrong', {
              messages: readFrom(summary.said.messages),
            })}
          </HStack>
          <Text as="p" dir="auto" size="body" tone="text" breaks className={styles.said}>
            {summary.said.text}
          </Text>
        </Grid>
      )}
    </Modal>
  )
}

const readFrom = (messages: number): string =>
  plural(
    messages,
    { one: 'one message', other: 'the newest {messages} messages' },
    { messages: messages.toLocaleString('en') },
  )

function CopyText({ text }: { text: string }) {
  const [state, setState] = useState<'new' | 'copied' | 'refused'>('new')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // On plain http there is no clipboard, and a browser may refuse it: the text is there to be copied by hand.
      setState('refused')
    }
  }
  return (
    <Button onClick={() => void copy()}>
      {state === 'new'
        ? t('Copy')
        : state === 'copied'
          ? t('Copied')
          : t('Copying failed. Select the text and copy it')}
    </Button>
  )
}
