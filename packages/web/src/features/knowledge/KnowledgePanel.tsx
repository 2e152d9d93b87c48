import { plural, t } from '@parley/core/text/translate'
import type { KnowledgeAnswer, KnowledgeImport, KnowledgeRow } from '@parley/core/knowledge/api'
import { BookOpen, Download, Plus, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import {
  downloadKnowledge,
  NoKnowledgeFile,
  readKnowledge,
  useKnowledge,
  useKnowledgeActions,
  useKnowledgeAnswer,
} from '../../data/knowledge/knowledge.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Box, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { ListSearch } from '../../ui/fields/ListSearch.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { type Action, useAction } from '../../ui/hooks/use-action.ts'
import { Badge } from '../../ui/marks/Badge.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { AnswerEditor } from './AnswerEditor.tsx'
import styles from './knowledge.module.css'
import { fieldLabel, rowLine, states } from './words.ts'

const notSaved = (cause: unknown) => laterFailureWords('saveAnswer', cause)
const notRestored = (cause: unknown) => laterFailureWords('restoreAnswer', cause)

const none: readonly KnowledgeRow[] = []

type KnowledgePanelProps = {
  agentId: string
  /** The answer that is shown, "new" for a new one, null for none. */
  chosen: string | null
  onChoose: (chosen: string | null) => void
}

/** What the bot answers: found at the left, edited at the right. On a phone one of them at a time. */
export function KnowledgePanel({ agentId, chosen, onChoose }: KnowledgePanelProps) {
  const [search, setSearch] = useState('')
  const saving = useAction(notSaved)
  const list = useKnowledge(search)
  const rows = list.data ?? none
  const topics = [...new Set(rows.map(({ topic }) => topic))]
  const choose = (id: string) => {
    saving.dismiss()
    onChoose(id)
  }
  const isEmpty = list.isSuccess && !list.isPlaceholderData && rows.length === 0
  return (
    <Card title={t('Knowledge')} actions={<FileButtons />}>
      <HStack gap={2} wrap rule="bottom" className={styles.bar}>
        <ListSearch of={t('answers')} search={search} onSearch={setSearch} />
        <Button icon={<Plus size={15} strokeWidth={1.8} aria-hidden="true" />} onClick={() => choose('new')}>
          {t('New answer')}
        </Button>
      </HStack>
      <div className={styles.panes} data-chosen={chosen !== null || undefined}>
        <Grid pad={2} className={styles.list}>
          {list.isPending && <Spinner label={t('Loading answers')} />}
          {list.isError && list.data === undefined && (
            <RetryState
              title={t('The answers could not be fetched')}
              busy={list.isFetching}
              onRetry={() => void list.refetch()}
              action={t('Try again')}
            />
          )}
          {isEmpty && search !== '' && (
            <Text as="p" size="list" tone="muted" className={styles.nothing}>
              {t('No answers found.')}
            </Text>
          )}
          {isEmpty && search === '' && (
            <EmptyState
              icon={<BookOpen size={20} strokeWidth={1.8} aria-hidden="true" />}
              title={t('The bot knows no answers yet')}
              hint={t(
                'Write the question that customers ask most as a new answer, or import a knowledge file. Customers get what you publish.',
              )}
            />
          )}
          {rows.length > 0 && <KnowledgeList rows={rows} chosenId={chosen} onChoose={choose} />}
        </Grid>
        <Box flex="shrink" className={styles.pane}>
          {chosen === 'new' && (
            <AnswerEditor
              key="new"
              agentId={agentId}
              answer={null}
              topics={topics}
              action={saving}
              onShow={onChoose}
            />
          )}
          {chosen !== null && chosen !== 'new' && (
            <ChosenAnswer
              key={chosen}
              agentId={agentId}
              topics={topics}
              id={chosen}
              action={saving}
              onChoose={onChoose}
            />
          )}
          {chosen === null && rows.length > 0 && (
            <Text as="p" size="list" tone="muted" className={styles.nothing}>
              {t('Choose an answer to read or edit it.')}
            </Text>
          )}
        </Box>
      </div>
    </Card>
  )
}

type ChosenAnswerProps = Omit<KnowledgePanelProps, 'chosen'> & {
  id: string
  topics: readonly string[]
  action: Action
}

function ChosenAnswer({ agentId, id, topics, action, onChoose }: ChosenAnswerProps) {
  const answer = useKnowledgeAnswer(id)
  if (answer.data?.removed) return <RemovedAnswer answer={answer.data} onLeave={() => onChoose(null)} />
  if (answer.data !== undefined)
    return (
      <AnswerEditor
        agentId={agentId}
        topics={topics}
        action={action}
        answer={answer.data}
        onShow={onChoose}
      />
    )
  if (answer.isError)
    return (
      <RetryState
        title={t('This answer could not be fetched')}
        hint={answer.error.message}
        busy={answer.isFetching}
        onRetry={() => void answer.refetch()}
        action={t('Try again')}
      />
    )
  return <Spinner label={t('Loading the answer')} />
}

/** It can be brought back for as long as anybody remembers where it was. */
function RemovedAnswer({ answer, onLeave }: { answer: KnowledgeAnswer; onLeave: () => void }) {
  const actions = useKnowledgeActions()
  const { busy, failure, run } = useAction(notRestored)
  return (
    <EmptyState
      title={t('“{title}” was removed', { title: answer.title })}
      hint={t('Customers do not get it any more')}
      action={
        <Grid gap={3} className={styles.editor}>
          <HStack gap={2} wrap>
            <Button busy={busy} onClick={() => void run(() => actions.restore(answer))}>
              {t('Restore')}
            </Button>
            <Button onClick={onLeave}>{t('All answers')}</Button>
          </HStack>
          {failure !== null && <FailureNote>{failure}</FailureNote>}
        </Grid>
      }
    />
  )
}

type KnowledgeListProps = {
  rows: readonly KnowledgeRow[]
  chosenId: string | null
  onChoose: (id: string) => void
}

/** Answers by topic and title. What is published as it was last saved needs no badge. */
function KnowledgeList({ rows, chosenId, onChoose }: KnowledgeListProps) {
  return (
    <ul className={styles.rows} aria-label={t('Answers')}>
      {rows.map(row => (
        <li key={row.id}>
          <Grid
            as="button"
            type="button"
            gap={0.5}
            tone="text"
            className={styles.row}
            aria-current={row.id === chosenId || undefined}
            onClick={() => onChoose(row.id)}
          >
            <Text size="list" weight={500} breaks dir="auto">
              {row.title}
            </Text>
            <HStack as="span" wrap size="meta" tone="muted" className={styles.rowLine}>
              <span dir="auto">{rowLine(row)}</span>
              {row.state !== 'published' && (
                <Badge tone={states[row.state].tone}>{states[row.state].label}</Badge>
              )}
            </HStack>
          </Grid>
        </li>
      ))}
    </ul>
  )
}

const notDownloaded = (cause: unknown) => laterFailureWords('downloadKnowledge', cause)
const notRead = (cause: unknown) =>
  cause instanceof NoKnowledgeFile ? `${cause.message}.` : laterFailureWords('readKnowledge', cause)

/** All answers as one file: what is published goes out, and what comes in becomes drafts. */
function FileButtons() {
  const downloading = useAction(notDownloaded)
  const reading = useAction(notRead)
  const [report, setReport] = useState<KnowledgeImport | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    await reading.run(async () => setReport(await readKnowledge(file)))
    // The same file may be chosen again, once it is mended.
    if (input.current !== null) input.current.value = ''
  }
  const close = () => {
    setReport(null)
    reading.dismiss()
    downloading.dismiss()
  }
  const failure = downloading.failure ?? reading.failure
  const leave = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} onClick={close}>
      {t('Close')}
    </Button>
  )
  return (
    <>
      <Button
        size="small"
        icon={<Download size={14} strokeWidth={1.8} aria-hidden="true" />}
        busy={downloading.busy}
        onClick={() => void downloading.run(downloadKnowledge)}
      >
        {t('Download')}
      </Button>
      <Button
        size="small"
        icon={<Upload size={14} strokeWidth={1.8} aria-hidden="true" />}
        busy={reading.busy}
        onClick={() => input.current?.click()}
      >
        {t('Import')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('Knowledge file')}
        accept="application/json,.json"
        onChange={({ target }) => void read(target.files?.[0])}
      />
      {failure !== null && (
        <Modal open title={t('Knowledge file')} size="sm" onClose={close} footer={leave('secondary')}>
          <FailureNote>{failure}</FailureNote>
        </Modal>
      )}
      {report !== null && (
        <Modal open title={t('The file was imported')} onClose={close} footer={leave('primary')}>
          <p>{sums(report)}</p>
          {report.wrong.length > 0 && (
            <Grid as="ul" gap={2} breaks className={styles.wrong} aria-label={t('Not imported')}>
              {report.wrong.map(({ place, title, field, problem }) => (
                <li key={place}>
                  {t('Entry {place}', { place })}
                  {title !== null && <bdi>, “{title}”</bdi>}: {fieldLabel(field)} {problem}
                </li>
              ))}
            </Grid>
          )}
        </Modal>
      )}
    </>
  )
}

/** "2 new drafts, 1 answer changed, 3 the same as here. 1 entry was not taken." */
function sums({ made, changed, same, wrong }: KnowledgeImport): string {
  const taken = [
    plural(made, { one: '{count} new draft', other: '{count} new drafts' }),
    plural(changed, {
      one: '{count} answer changed as a draft',
      other: '{count} answers changed as drafts',
    }),
    t('{same} the same as here', { same }),
  ].join(', ')
  const left =
    wrong.length === 0
      ? ''
      : plural(wrong.length, {
          one: ' {count} entry was not imported:',
          other: ' {count} entries were not imported:',
        })
  return `${t('{taken}. Customers see it only after you publish it.', { taken })}${left}`
}
