import { plural, t } from '@parley/core/text/translate'
import { languageNames, languages } from '@parley/core/text/languages'
import { FileText, Languages, PencilLine, Sparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSelected, useStore } from '../../store.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/overlays/Menu.tsx'
import {
  askSummary,
  type AssistedBox,
  type AssistWork,
  assistWorkOf,
  closeSummary,
  dismissFailure,
  draftInto,
  dropMade,
  type Made,
  type Put,
  translateIn,
} from './work.ts'
import { type AssistMark, assistMarkKey, assistMarks } from '../../data/assist/assist.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import styles from './assist.module.css'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { useKeptDraft } from '../../client/device/kept-draft.ts'
import { useSession } from '../../data/session/session.ts'

interface ComposerPartProps {
  readonly conversationId: string
  readonly composer: AssistedBox
}

const look = { size: 15, strokeWidth: 1.8, 'aria-hidden': true } as const

/** What assist can do for whoever writes an answer. */
export function ComposerMenu({ conversationId, composer }: ComposerPartProps) {
  'use memo'
  const { put } = useMark(conversationId, composer)
  const work = assistWorkOf(conversationId)
  const isBusy = useSelected(work, ({ doing }) => doing !== null)
  const draft = () => void draftInto(conversationId, composer, put)
  const summarise = () => void askSummary(conversationId)
  const isEmpty = useSelected(composer.draft, ({ draft }) => draft.text.trim() === '')
  return (
    <Menu
      side="top"
      trigger={
        <IconButton label={t('Assist')} aria-busy={isBusy || undefined}>
          <Sparkles size={16} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem icon={<PencilLine {...look} />} disabled={isBusy} onSelect={draft}>
        {t('Draft a reply')}
      </MenuItem>
      <MenuItem icon={<FileText {...look} />} disabled={isBusy} onSelect={summarise}>
        {t('Summarise')}
      </MenuItem>
      <MenuSeparator />
      <MenuGroup label={t('Translate draft to')}>
        {languages.map(language => (
          <MenuItem
            key={language}
            icon={<Languages {...look} />}
            disabled={isBusy || isEmpty}
            onSelect={() => void translateIn(conversationId, composer, language, put)}
          >
            {languageNames[language]}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  )
}

/** Above the box: what assist is at, that what stands in the box is its own, what it made beside it, and why it made nothing. */
export function ComposerNotes({ conversationId, composer }: ComposerPartProps) {
  'use memo'
  const { mark, put, undo } = useMark(conversationId, composer)
  const work = useStore(assistWorkOf(conversationId))
  const undoButton = (
    <Button size="small" onClick={undo}>
      {t('Undo')}
    </Button>
  )
  return (
    <>
      <Grid gap={2} className={styles.notes}>
        {work.doing !== null && (
          <HStack as="p" role="status" gap={1.5} size="meta" tone="muted" className={styles.waiting}>
            <Spinner size={12} /> {work.doing}
          </HStack>
        )}
        {mark !== null && (
          <Notice tone="warn" action={undoButton}>
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
    <Grid role="group" aria-label={t('What assist made')} gap={2} className={styles.made}>
      <Text as="p" role="status" size="list" tone="muted">
        {t('{what} is ready. You have written your own text meanwhile.', {
          what: made.kind === 'draft' ? t('The draft') : t('The translation'),
        })}
      </Text>
      <Said text={made.text} />
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

const Said = ({ text }: { text: string }) => (
  <Text as="p" dir="auto" size="body" tone="text" breaks className={styles.said}>
    {text}
  </Text>
)

interface SummaryWindowProps {
  readonly conversationId: string
  readonly summary: NonNullable<AssistWork['summary']>
}

/** What the conversation is about, as assist reads it. */
function SummaryWindow({ conversationId, summary }: SummaryWindowProps) {
  const again = () => void askSummary(conversationId)
  const close = () => closeSummary(conversationId)
  return (
    <Modal
      open
      title={t('Summary of the conversation')}
      onClose={close}
      footer={
        <>
          {summary.is === 'failed' && <Button onClick={again}>{t('Ask again')}</Button>}
          {summary.is === 'there' && <CopyText text={summary.said.text} />}
          <Button onClick={close}>{t('Close')}</Button>
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
          <Said text={summary.said.text} />
        </Grid>
      )}
    </Modal>
  )
}

function readFrom(count: number): string {
  const messages = count.toLocaleString('en')
  return plural(count, { one: 'one message', other: 'the newest {messages} messages' }, { messages })
}

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

/** The mark of a text in the box that assist wrote, until it is edited or sent. */
function useMark(conversationId: string, box: AssistedBox) {
  'use memo'
  const agentId = useSession()?.user.id ?? ''
  const { draft: mark, kept } = useKeptDraft(assistMarkKey(agentId, conversationId), assistMarks)
  const text = mark?.text ?? null
  const stands = useSelected(box.draft, ({ draft }) =>
    draft.text === text ? t('as made') : draft.text === '' ? 'empty' : 'edited',
  )
  useEffect(() => {
    // An empty box may get it back: a send that is called off gives the words back.
    if (stands === 'edited') kept.change(() => null)
  }, [stands, kept])
  const { setText, focus } = box
  const put: Put = (made, before) => {
    // First the words: until then the mark's are no others.
    setText(made.text)
    kept.change(() => ({ ...made, before }))
    focus()
  }
  /** What stood in the box before stands there again. */
  const undo = () => {
    if (mark === null) return
    kept.change(() => null)
    setText(mark.before)
    focus()
  }
  // Null: what stands in the box is the agent's own.
  return { mark: stands === 'as made' ? mark : null, put, undo }
}
