import { plural, t } from '@parley/core/text/translate'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CannedContent, CannedReplyEntity } from '@parley/core/canned-replies/api'
import { cannedVariables } from '@parley/core/canned-replies/constants'
import {
  cannedPieces,
  cannedProblems,
  cannedText,
  openPlaces,
  partOfDay,
  tidyCanned,
} from '@parley/core/canned-replies/rules'
import { type Language, languageNames, languages } from '@parley/core/text/languages'
import { rich } from '../../ui/rich.ts'
import { newId } from '../../client/client.ts'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useCannedActions } from '../../data/canned-replies/canned-replies.ts'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import { browserZone } from '../../data/capabilities/workspace-day.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { ConflictNotice } from '../../ui/states/ConflictNotice.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { PastedOffer, useFilePaste } from '../../ui/files/FilePaste.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { classNames } from '../../ui/hooks/class-names.ts'
import { useAction } from '../../ui/hooks/use-action.ts'
import { useForm } from '../../ui/forms/use-form.ts'
import { useFileDrop } from '../../ui/files/use-file-drop.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { CannedFiles, FilledIn } from './CannedFiles.tsx'
import { type FileList, FilesField, useCannedFiles } from './FilesField.tsx'
import styles from './canned.module.css'
import { useCannedDraft } from './use-canned-draft.ts'
import { useOwnName } from './use-known.ts'

interface CannedEditorProps {
  readonly agentId: string
  /** Null for a new one, which begins with this shortcut. */
  readonly reply: CannedReplyEntity | null
  readonly shortcut: string
  readonly mayShare: boolean
  readonly fileList: FileList
  /** Shows this one; null for none. */
  readonly onShow: (id: string | null) => void
}

const noLanguage = ''
const notSaved = (cause: unknown) => laterFailureWords('saveCannedReply', cause)
const notRemoved = (cause: unknown) => laterFailureWords('removeCannedReply', cause)

/** One canned reply in its fields, with what it looks like. What is written stays on the device until it is saved. */
export function CannedEditor({ agentId, reply, shortcut, mayShare, fileList, onShow }: CannedEditorProps) {
  const work = useCannedDraft(agentId, reply, shortcut)
  const files = useCannedFiles(work)
  const dropped = useFileDrop(files.add)
  const paste = useFilePaste(files.add)
  const actions = useCannedActions()
  const removing = useAction(notRemoved)
  const [asked, setAsked] = useState(false)
  const [told, setTold] = useState(false)
  const { content, scope } = work
  const title = reply === null ? t('New canned reply') : reply.title
  const form = useForm<CannedContent>({
    values: content,
    onChange: work.change,
    check: (written, tried) => (tried ? cannedProblems(written) : {}),
    isReady: () => !work.isOvertaken && files.obstacle === null,
    send: async written => {
      const sent = tidyCanned(written)
      const made =
        reply === null
          ? await actions.create(work.clientId ?? newId(), scope, sent)
          : await actions.change(reply, sent)
      work.saved(written, made.version)
      setTold(true)
      if (reply === null) onShow(made.id)
    },
    wordsOf: notSaved,
  })
  if (!work.ready) return null

  const undo = () => {
    form.dismiss()
    form.reset()
    files.clear()
    work.drop()
  }
  const remove = async () => {
    if (reply === null) return
    const done = await removing.run(() => actions.remove(reply))
    if (!done) return
    work.drop()
    onShow(null)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping and pasting files is also a button
    <Grid
      as="form"
      gap={4}
      {...form.props}
      className={classNames(styles.editor, dropped.isOver && styles.dropping)}
      {...dropped.takes}
      onPaste={paste.onPaste}
      aria-label={title}
      noValidate
      onSubmit={event => {
        setTold(false)
        form.props.onSubmit(event)
      }}
    >
      <Head title={title} onShow={onShow}>
        {work.isChanged && <Badge tone="warn">{t('Not saved')}</Badge>}
        {reply !== null && (
          <Meta as="span">
            {rich('{scope} · {uses} · changed {moment}', {
              scope: reply.scope === 'own' ? t('Mine') : t('Shared'),
              uses: usedWords(reply.uses),
              moment: <Moment iso={reply.updated_at} />,
            })}
            {reply.updated_by !== null && (
              <> {rich('by {name}', { name: <bdi>{reply.updated_by.name}</bdi> })}</>
            )}
          </Meta>
        )}
      </Head>
      {reply !== null && (
        <ConflictNotice conflict={work} by={reply.updated_by}>
          {t('saved something else meanwhile: /{shortcut}, “{title}”: “{body}”', {
            shortcut: reply.shortcut,
            title: reply.title,
            body: reply.body,
          })}
          {reply.attachments.length > 0 &&
            t(', with {attachments}', { attachments: reply.attachments.map(({ name }) => name).join(', ') })}
        </ConflictNotice>
      )}
      {reply === null && mayShare && (
        <Select
          label={t('Visibility')}
          value={scope}
          onChange={work.chooseScope}
          choices={[
            { value: 'own', label: t('Only me') },
            { value: 'shared', label: t('Shared, for all agents') },
          ]}
        />
      )}
      <Grid gap={3} align="start" className={styles.pair}>
        <TextField
          label={t('Shortcut')}
          hint={t('The word after / in the composer')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.text('shortcut')}
        />
        <Select<Language | typeof noLanguage>
          label={t('Language')}
          value={content.language ?? noLanguage}
          onChange={language => work.change({ language: language === noLanguage ? null : language })}
          choices={[
            { value: noLanguage, label: t('None') },
            ...languages.map(language => ({ value: language, label: languageNames[language] })),
          ]}
        />
      </Grid>
      <TextField label={t('Title')} dir="auto" autoComplete="off" {...form.text('title')} />
      <TextArea
        label={t('Text')}
        rows={5}
        hint={t(
          '{names} are filled in automatically if known. Fill in anything else in braces, such as {example}, before you send.',
          { names: cannedVariables.map(name => `{${name}}`).join(' '), example: '{time}' },
        )}
        {...form.text('body')}
      />
      <PastedOffer {...paste} />
      <FilesField files={files} list={fileList} />
      <LivePreview body={content.body} language={content.language} />
      {form.failure !== null && !work.isOvertaken && <FailureNote>{form.failure}</FailureNote>}
      <HStack gap={2} wrap>
        <Button
          type="submit"
          variant="primary"
          busy={form.busy}
          disabled={!work.isChanged || files.obstacle !== null}
        >
          {t('Save')}
        </Button>
        {work.isChanged && <Button onClick={undo}>{t('Undo changes')}</Button>}
        <Text role="status" size="meta" tone="muted">
          {files.obstacle ?? (told && !work.isChanged && t('Saved'))}
        </Text>
        {reply !== null && (
          <span className={styles.end}>
            <Button variant="danger" onClick={() => setAsked(true)}>
              {t('Delete')}
            </Button>
          </span>
        )}
      </HStack>
      {asked && reply !== null && (
        <ConfirmDialog
          title={t('Delete “{title}”?', { title: reply.title })}
          action={t('Delete')}
          busy={removing.busy}
          failure={removing.failure}
          onConfirm={() => void remove()}
          onClose={() => setAsked(false)}
        >
          {reply.scope === 'shared'
            ? t('It is deleted for all agents, and its use count too. Sent messages stay.')
            : t('Its use count is deleted too. Sent messages stay.')}
        </ConfirmDialog>
      )}
    </Grid>
  )
}

interface HeadProps extends Pick<CannedEditorProps, 'onShow'> {
  readonly title: string
  readonly children: ReactNode
}

/** Its title and what is known of it. On a phone the list and the one that is chosen stand one at a time. */
function Head({ title, onShow, children }: HeadProps) {
  const arrow = <ArrowLeft size={14} strokeWidth={1.8} aria-hidden="true" />
  return (
    <HStack wrap className={styles.head}>
      <span className={styles.back}>
        <Button size="small" icon={arrow} onClick={() => onShow(null)}>
          {t('All canned replies')}
        </Button>
      </span>
      <Text as="h2" size="section" weight={600} breaks dir="auto">
        {title}
      </Text>
      {children}
    </HStack>
  )
}

const Meta = ({ as = 'p', children }: { as?: 'p' | 'span'; children: ReactNode }) => (
  <Text as={as} size="meta" tone="muted" className={styles.meta}>
    {children}
  </Text>
)

/** A shared one to somebody who may not change it. */
export function CannedReading({
  reply,
  onShow,
}: Pick<CannedEditorProps, 'onShow'> & { reply: CannedReplyEntity }) {
  return (
    <Grid as="section" gap={4} className={styles.editor} aria-label={reply.title}>
      <Head title={reply.title} onShow={onShow}>
        <Meta as="span">
          {rich('/{shortcut} · {language} · {uses} · changed {moment}', {
            shortcut: reply.shortcut,
            language: reply.language === null ? t('no language') : languageNames[reply.language],
            uses: usedWords(reply.uses),
            moment: <Moment iso={reply.updated_at} />,
          })}
        </Meta>
      </Head>
      <LivePreview body={reply.body} language={reply.language} />
      <CannedFiles files={reply.attachments} />
      <Meta>{t('Only supervisors and administrators can change shared canned replies.')}</Meta>
    </Grid>
  )
}

export const usedWords = (uses: number): string =>
  uses === 0
    ? t('not used yet')
    : plural(uses, { one: 'used once', other: 'used {uses} times' }, { uses: uses.toLocaleString('en') })

/** What a customer would read whose name and policy are known. */
function LivePreview({ body, language }: { body: string; language: Language | null }) {
  const now = useNow()
  const agent = useOwnName()
  const { timeZone } = useWorkspaceZone()
  if (body.trim() === '') return null
  const pieces = cannedPieces(body.trim(), {
    first_name: 'Sarah',
    policy_number: 'LF-20931',
    agent,
    part_of_day: partOfDay(now, timeZone ?? browserZone(), language),
  })
  const places = openPlaces(cannedText(pieces.filter(({ kind }) => kind === 'open')))
  return (
    <Grid role="group" aria-label={t('Preview')} gap={1}>
      <Meta>{t('Preview, for a customer called Sarah')}</Meta>
      <FilledIn pieces={pieces} />
      {places.length > 0 && (
        <Meta>{t('To be filled in before sending: {places}', { places: places.join(', ') })}</Meta>
      )}
    </Grid>
  )
}
