import { t } from '@parley/core/text/translate'
import type { TemplateEntity } from '@parley/core/templates/api'
import type { OutboxFile } from '@parley/core/messages/outbox'
import {
  type KnownOfCustomer,
  knownValues,
  previewOf,
  type TemplateValues,
  templateVariables,
  valueProblems,
  wordsOf,
} from '@parley/core/templates/rules'
import { FileText, SendHorizontal, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Grid, HStack, Text, VStack } from '../../ui/layout/Layout.tsx'
import { uploadDocument } from '../../client/files.ts'
import styles from './TemplateForm.module.css'
import { TemplatePreview } from './TemplatePreview.tsx'

/** A template that is ready to go. */
export interface FilledTemplate {
  readonly template: {
    readonly name: string
    readonly language: string
    readonly values: TemplateValues
  }
  /** What it says. */
  readonly words: string
  readonly file: OutboxFile | null
}

interface TemplateFormProps {
  readonly template: TemplateEntity
  readonly customer: KnownOfCustomer
  /** What was filled in before, and the file; null: what is known of the customer. */
  readonly start: { readonly values: TemplateValues; readonly file: OutboxFile | null } | null
  /** Why it cannot be sent; null where it can. */
  readonly problem: string | null
  /** What is asked before it goes, beside Send; null: nothing. */
  readonly question: string | null
  /** Rises when the caret is wanted in the first field that lacks a value. */
  readonly focusAsked: number
  readonly onSend: (filled: FilledTemplate) => void
  readonly onCancel: () => void
}

/** What stands in a template's variables, how it will look, and Send. */
export function TemplateForm(props: TemplateFormProps) {
  const { template, customer, start, problem, question, focusAsked, onSend, onCancel } = props
  const [values, setValues] = useState<TemplateValues>(() => start?.values ?? knownValues(template, customer))
  const [hasTried, setHasTried] = useState(false)
  const header = useHeaderFile(start?.file ?? null)
  const form = useRef<HTMLFormElement>(null)
  const variables = templateVariables(template)
  const problems = valueProblems(template, values)
  const fileKind = template.header === null || template.header.kind === 'text' ? null : template.header.kind
  const file = header.state.is === 'ready' ? header.state.file : null
  const lacksFile = fileKind !== null && file === null

  useEffect(() => {
    if (focusAsked > 0) focusFirst(form.current)
  }, [focusAsked])

  const submit = () => {
    setHasTried(true)
    if (problem !== null) return
    if (Object.keys(problems).length > 0 || lacksFile) return focusFirst(form.current)
    onSend({
      template: { name: template.name, language: template.language, values },
      words: wordsOf(previewOf(template, values).body),
      file,
    })
  }
  return (
    <VStack
      as="form"
      ref={form}
      aria-label={t('Template')}
      noValidate
      flex="shrink"
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <VStack flex="fill" className={styles.middle}>
        {problem !== null && (
          <Text
            as="p"
            role="status"
            flex="none"
            rule="bottom"
            size="list"
            weight={500}
            tone="warn"
            className={styles.problem}
          >
            {t('Cannot be sent. {problem}', { problem })}
          </Text>
        )}
        {problem === null && (variables.length > 0 || fileKind !== null) && (
          <Grid flex="none" rule="bottom" className={styles.fields}>
            {fileKind !== null && (
              <HeaderFileField
                kind={fileKind}
                file={header}
                error={hasTried && lacksFile ? t('Choose a file for the header') : undefined}
              />
            )}
            {variables.map(({ key, label, example }) => {
              const wrong = problems[key]
              const isShown = wrong !== undefined && (hasTried || (values[key] ?? '') !== '')
              return (
                <TextField
                  key={key}
                  label={label}
                  placeholder={example ?? undefined}
                  autoComplete="off"
                  data-empty={(values[key] ?? '') === '' || undefined}
                  value={values[key] ?? ''}
                  error={isShown ? `${label} ${wrong}` : undefined}
                  onChange={event => setValues(held => ({ ...held, [key]: event.target.value }))}
                />
              )
            })}
          </Grid>
        )}
        <div className={styles.shown}>
          <TemplatePreview template={template} values={values} fileName={file?.name ?? null} />
        </div>
      </VStack>
      <HStack gap={2} wrap flex="none" rule="top" className={styles.foot}>
        {question !== null && (
          <Text as="p" role="alert" size="list" tone="warn" className={styles.question}>
            {question}
          </Text>
        )}
        <Text flex="grow" size="list" tone="muted" cut dir="auto">
          {t('To {name}', { name: customer.name ?? customer.phone ?? t('the customer') })}
        </Text>
        <Button variant="quiet" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button
          type="submit"
          variant="primary"
          disabled={problem !== null}
          icon={<SendHorizontal size={15} strokeWidth={1.8} aria-hidden="true" />}
        >
          {t('Send template')}
        </Button>
      </HStack>
    </VStack>
  )
}

/** The first field that lacks a value or has a wrong one, else Send. */
function focusFirst(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('input[data-empty], input[aria-invalid="true"]')
  const target = field ?? form?.querySelector<HTMLElement>('button[type="submit"]')
  target?.focus()
}

type FileKind = Exclude<NonNullable<TemplateEntity['header']>['kind'], 'text'>

const taken: Readonly<Record<FileKind, { readonly accept: string; readonly words: string }>> = {
  image: { accept: 'image/jpeg,image/png', words: t('Picture (JPEG or PNG, up to 5 MB)') },
  video: { accept: 'video/mp4,video/3gpp', words: t('Video (MP4, up to 16 MB)') },
  document: { accept: 'application/pdf', words: 'PDF' },
}

interface HeaderFileFieldProps {
  readonly kind: FileKind
  readonly file: HeaderFile
  readonly error: string | undefined
}

/** The file that stands above the words of a template. */
function HeaderFileField({ kind, file: { state, choose }, error }: HeaderFileFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { accept, words } = taken[kind]
  return (
    <HStack wrap size="meta" tone="muted" className={styles.fileField}>
      <Text size="meta" weight={500}>
        {words}
      </Text>
      <HStack gap={2} wrap>
        {state.is !== 'none' && (
          <HStack as="span" gap={1.5} inline flex="shrink" size="list" tone="text" breaks>
            <FileText size={14} strokeWidth={1.8} aria-hidden="true" />
            <span>{state.is === 'ready' ? state.file.name : state.name}</span>
          </HStack>
        )}
        {state.is === 'uploading' && (
          <span role="status">{t('{percent}% uploaded', { percent: state.percent })}</span>
        )}
        <Button
          size="small"
          icon={<Upload size={14} strokeWidth={1.8} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {state.is === 'none' ? t('Choose a file') : t('Choose another file')}
        </Button>
      </HStack>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={words}
        onChange={event => {
          const [chosen] = event.target.files ?? []
          if (chosen !== undefined) choose(chosen)
          // So that the same file can be chosen again.
          event.target.value = ''
        }}
      />
      {state.is === 'failed' && (
        <p role="alert" className={styles.error}>
          {t('Failed to upload: {reason}', { reason: state.reason })}
        </p>
      )}
      {error !== undefined && state.is !== 'failed' && <p className={styles.error}>{error}</p>}
    </HStack>
  )
}

/** The file of a template's heading. */
type HeaderFileState =
  | { readonly is: 'none' }
  | { readonly is: 'uploading'; readonly name: string; readonly percent: number }
  | { readonly is: 'ready'; readonly file: OutboxFile }
  | { readonly is: 'failed'; readonly name: string; readonly reason: string }

type HeaderFile = ReturnType<typeof useHeaderFile>

/** Uploads one in place of what is there, which is `first` in the beginning. */
function useHeaderFile(first: OutboxFile | null) {
  'use memo'
  const [state, setState] = useState<HeaderFileState>(
    first === null ? { is: 'none' } : { is: 'ready', file: first },
  )
  const upload = useRef<AbortController | null>(null)
  useEffect(() => () => upload.current?.abort(), [])
  const begin = async (source: File) => {
    upload.current?.abort()
    const controller = new AbortController()
    upload.current = controller
    const show = (next: HeaderFileState) => {
      if (!controller.signal.aborted) setState(next)
    }
    const { name } = source
    const uploading = (percent: number) => show({ is: 'uploading', name, percent })
    uploading(0)
    try {
      const onProgress = (loaded: number) =>
        uploading(Math.min(99, Math.floor((100 * loaded) / Math.max(1, source.size))))
      show({ is: 'ready', file: await uploadDocument(source, { onProgress, signal: controller.signal }) })
    } catch (cause) {
      show({ is: 'failed', name, reason: cause instanceof Error ? cause.message : t('unknown reason') })
    }
  }
  return { state, choose: (file: File) => void begin(file) }
}
