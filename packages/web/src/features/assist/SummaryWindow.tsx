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
      title="Summary of the conversation"
      onClose={() => closeSummary(conversationId)}
      footer={
        <>
          {summary.is === 'failed' && <Button onClick={again}>Ask again</Button>}
          {summary.is === 'there' && <CopyText text={summary.said.text} />}
          <Button onClick={() => closeSummary(conversationId)}>Close</Button>
        </>
      }
    >
      {summary.is === 'asked' && <Spinner label="Assist reads the conversation" />}
      {summary.is === 'failed' && <FailureNote>{summary.why}</FailureNote>}
      {summary.is === 'there' && (
        <Grid gap={2}>
          <HStack as="p" role="status" align="stretch" wrap tone="muted" className={styles.mark}>
            Summarised by assist from {readFrom(summary.said.messages)}, may be wrong
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
  messages === 1 ? 'one message' : `the newest ${messages.toLocaleString('en')} messages`

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
        ? 'Copy'
        : state === 'copied'
          ? 'Copied'
          : 'Copying failed. Select the text and copy it'}
    </Button>
  )
}
