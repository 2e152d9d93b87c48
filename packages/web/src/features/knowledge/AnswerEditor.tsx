import { t } from '@parley/core/text/translate'
import type { KnowledgeAnswer, KnowledgeContent } from '@parley/core/knowledge/api'
import {
  draftProblems,
  emptyKnowledge,
  publishProblems,
  rebasedKnowledge,
  sameKnowledge,
  tidyKnowledge,
} from '@parley/core/knowledge/rules'
import { languageNames, languages } from '@parley/core/text/languages'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  useKnowledgeActions,
  useKnowledgeVersions,
  type AnswerDraft,
  answerDraftKey,
  answerDrafts,
} from '../../data/knowledge/knowledge.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConflictNotice } from '../../ui/states/ConflictNotice.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Moment } from '../../ui/Moment.tsx'
import type { Action } from '../../ui/hooks/use-action.ts'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { newId } from '../../client/client.ts'
import { useKeptDraft } from '../../client/device/kept-draft.ts'
import { AnswerFields } from './AnswerFields.tsx'
import styles from './knowledge.module.css'
import { fieldLabel, states } from './words.ts'

type AnswerEditorProps = {
  agentId: string
  /** Null for a new one. */
  answer: KnowledgeAnswer | null
  topics: readonly string[]
  /** What is done with it; of the panel, since a new answer becomes another one when it is saved. */
  action: Action
  /** Shows this one; null for none. */
  onShow: (id: string | null) => void
}

/** One answer in its fields. What is written stays on the device until it is saved, published or discarded. */
export function AnswerEditor({ agentId, answer, topics, action, onShow }: AnswerEditorProps) {
  const work = useAnswerDraft(agentId, answer)
  const actions = useKnowledgeActions()
  const [tried, setTried] = useState<'save' | 'publish' | null>(null)
  const [looking, setLooking] = useState(false)
  const [doing, setDoing] = useState<'save' | 'publish' | 'other' | null>(null)
  const [told, setTold] = useState(false)
  const { busy, failure, run, dismiss } = action
  if (!work.ready) return null
  const { content, isOvertaken } = work
  const tidy = tidyKnowledge(content)
  const problems = tried === null ? {} : tried === 'save' ? draftProblems(tidy) : publishProblems(tidy)
  const mayPublish = work.isChanged || answer?.state !== 'published'

  const change = (more: Partial<KnowledgeContent>) => {
    dismiss()
    work.change(more)
  }
  const save = async (): Promise<KnowledgeAnswer> => {
    if (answer !== null && !work.isChanged) return answer
    const made =
      answer === null ? await actions.create(work.clientId, tidy) : await actions.save(answer, tidy)
    work.saved(content, made.version)
    return made
  }
  const act = async (what: 'save' | 'publish') => {
    setTried(what)
    const wrong = what === 'save' ? draftProblems(tidy) : publishProblems(tidy)
    if (busy || isOvertaken || Object.keys(wrong).length > 0) return
    setDoing(what)
    const done = await run(async () => {
      const saved = await save()
      // Shown before it is published: a new one that cannot be is a draft by then.
      if (answer === null) onShow(saved.id)
      if (what === 'publish') await actions.publish(saved)
    })
    if (done) setTried(null)
    setTold(done && what === 'publish')
  }
  const other = async (make: () => Promise<unknown>) => {
    setDoing('other')
    await run(make)
  }

  return (
    <Grid
      as="form"
      gap={3}
      className={styles.editor}
      aria-label={answer === null ? t('New answer') : answer.title}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void act('save')
      }}
    >
      <HStack gap={2} wrap className={styles.head}>
        <span className={styles.back}>
          <Button
            size="small"
            icon={<ArrowLeft size={14} strokeWidth={1.8} aria-hidden="true" />}
            onClick={() => onShow(null)}
          >
            {t('All answers')}
          </Button>
        </span>
        {answer !== null && <Badge tone={states[answer.state].tone}>{states[answer.state].label}</Badge>}
        {work.isChanged && <Badge tone="warn">{t('Not saved')}</Badge>}
        <Text size="meta" tone="muted" digits className={styles.version}>
          {answer === null ? (
            t('A new answer is a draft until it is published')
          ) : (
            <VersionLine answer={answer} />
          )}
        </Text>
      </HStack>
      <ConflictNotice conflict={work} by={answer?.updated_by}>
        {t('saved something else meanwhile: {clashes}.', {
          clashes: work.clashes.map(fieldLabel).join(', '),
        })}
      </ConflictNotice>
      <AnswerFields content={content} problems={problems} topics={topics} onChange={change} />
      {failure !== null && !isOvertaken && <FailureNote>{failure}</FailureNote>}
      {Object.keys(problems).length > 0 && (
        <Text as="p" role="alert" size="meta" tone="danger">
          {t('Fix first: {problems}.', { problems: Object.keys(problems).map(fieldLabel).join(', ') })}
        </Text>
      )}
      <HStack gap={2} wrap>
        <Button
          variant="primary"
          busy={busy && doing === 'publish'}
          disabled={!mayPublish}
          onClick={() => void act('publish')}
        >
          {t('Publish')}
        </Button>
        <Button type="submit" busy={busy && doing === 'save'} disabled={!work.isChanged}>
          {t('Save draft')}
        </Button>
        {work.isChanged && (
          <Button
            onClick={() => {
              dismiss()
              setTried(null)
              work.drop()
            }}
          >
            {t('Undo changes')}
          </Button>
        )}
        {!work.isChanged && answer?.state === 'changed' && (
          <Button onClick={() => void other(() => actions.discard(answer))}>{t('Discard draft')}</Button>
        )}
        {answer !== null && (
          <HStack as="span" gap={2} align="stretch" wrap className={styles.end}>
            {answer.published_version !== null && (
              <Button variant="quiet" onClick={() => setLooking(true)}>
                {t('Earlier versions')}
              </Button>
            )}
            <Button variant="danger" onClick={() => void other(() => actions.remove(answer))}>
              {t('Remove')}
            </Button>
          </HStack>
        )}
      </HStack>
      <Text as="p" role="status" size="meta" tone="muted" className={styles.told}>
        {told && !work.isChanged && t('Published. Customers get it from now on.')}
      </Text>
      {looking && answer !== null && (
        <VersionsWindow
          answerId={answer.id}
          onUse={old => {
            change(old)
            setLooking(false)
          }}
          onClose={() => setLooking(false)}
        />
      )}
    </Grid>
  )
}

/** "version 4, carol, 08:31" */
function VersionLine({ answer }: { answer: KnowledgeAnswer }) {
  const { published_version: version, updated_by: by, updated_at: at } = answer
  return (
    <>
      {version === null ? t('never published') : `version ${version}`}
      {by !== null && (
        <>
          , <bdi>{by.name}</bdi>
        </>
      )}
      , <Moment iso={at} />
    </>
  )
}

type VersionsWindowProps = {
  answerId: string
  onUse: (content: KnowledgeContent) => void
  onClose: () => void
}

/** All that an answer has said to customers, newest first; any of it can be taken into the fields. */
function VersionsWindow({ answerId, onUse, onClose }: VersionsWindowProps) {
  const versions = useKnowledgeVersions(answerId)
  return (
    <Modal open title={t('Earlier versions')} size="lg" onClose={onClose}>
      {versions.isPending && <Spinner label={t('Loading versions')} />}
      {versions.isError && (
        <RetryState
          title={t('The versions could not be fetched')}
          busy={versions.isFetching}
          onRetry={() => void versions.refetch()}
          action={t('Try again')}
        />
      )}
      <Grid as="ol" gap={4} className={styles.versions}>
        {versions.data?.map(({ version, content, at, by }) => (
          <li key={version}>
            <HStack gap={2} wrap className={styles.head}>
              <strong>{t('Version {version}', { version })}</strong>
              <Text size="meta" tone="muted" digits className={styles.version}>
                {by !== null && <bdi>{by.name}, </bdi>}
                <Moment iso={at} />
              </Text>
              <Button size="small" onClick={() => onUse(content)}>
                {t('Restore this version')}
              </Button>
            </HStack>
            <Grid as="dl" gap={2} className={styles.said}>
              {languages
                .filter(language => content.answers[language] !== '')
                .map(language => (
                  <div key={language}>
                    <dt>{languageNames[language]}</dt>
                    <dd dir="auto" lang={language}>
                      {content.answers[language]}
                    </dd>
                  </div>
                ))}
            </Grid>
          </li>
        ))}
      </Grid>
    </Modal>
  )
}

/** What is saved of an answer: what customers get, or what was saved since. */
const savedContent = (answer: KnowledgeAnswer | null): KnowledgeContent =>
  answer?.draft ?? answer?.published ?? emptyKnowledge

/** A draft of these words on what is saved; null where they are the same. */
const draftOf = (
  now: AnswerDraft | null,
  content: KnowledgeContent,
  saved: KnowledgeContent,
  version: number | null,
): AnswerDraft | null =>
  JSON.stringify(content) === JSON.stringify(saved)
    ? null
    : {
        clientId: now?.clientId ?? newId(),
        base: version === null ? null : { version, content: saved },
        content,
      }

/**
 * What an agent has written on an answer, kept on the device until it is saved. What a colleague saved in other fields
 * meanwhile is taken in; what they saved in the same ones is asked about.
 * @param answer null for a new one
 */
function useAnswerDraft(agentId: string, answer: KnowledgeAnswer | null) {
  'use memo'
  const { draft, restored, kept } = useKeptDraft(answerDraftKey(agentId, answer?.id ?? null), answerDrafts)
  const saved = savedContent(answer)
  const version = answer?.version ?? null
  const base = draft?.base ?? null
  const isOld = base !== null && version !== null && base.version !== version
  const rebased =
    draft !== null && isOld && base !== null ? rebasedKnowledge(base.content, draft.content, saved) : null
  const clashes = rebased?.clashes ?? []
  const settled = clashes.length === 0 ? rebased?.mine : undefined
  useEffect(() => {
    if (settled !== undefined) kept.change(now => draftOf(now, settled, saved, version))
  }, [settled, kept, saved, version])
  const settle = (whose: 'mine' | 'theirs') => {
    if (rebased !== null) kept.change(now => draftOf(now, rebased[whose], saved, version))
  }
  const content = draft?.content ?? saved
  return {
    /** What was kept on the device has been read. */
    ready: restored,
    content,
    /** Whether there is something to save. */
    isChanged: draft !== null && !sameKnowledge(tidyKnowledge(content), saved),
    /** Fields that a colleague saved differently meanwhile; while there are any it is overtaken, and cannot be saved. */
    clashes,
    isOvertaken: clashes.length > 0,
    keepMine: () => settle('mine'),
    takeTheirs: () => settle('theirs'),
    /** Of a new answer: goes with it to the server. */
    clientId: draft?.clientId ?? '',
    change: (more: Partial<KnowledgeContent>) =>
      kept.change(now => ({
        clientId: now?.clientId ?? newId(),
        base: now?.base ?? (version === null ? null : { version, content: saved }),
        content: { ...(now?.content ?? saved), ...more },
      })),
    drop: () => kept.change(() => null),
    /** Something was saved: what was written since stays. */
    saved: (sent: KnowledgeContent, newVersion: number) =>
      kept.change(now =>
        now === null || JSON.stringify(now.content) === JSON.stringify(sent)
          ? null
          : { ...now, base: { version: newVersion, content: tidyKnowledge(sent) } },
      ),
  }
}
