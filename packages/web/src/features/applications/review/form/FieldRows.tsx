import { t } from '@parley/core/text/translate'
import type { ApplicationEntity } from '@parley/core/applications/application'
import { type FormField, type FormSection, formWord } from '@parley/core/applications/form'
import type { ChecklistItem } from '@parley/core/applications/checklist'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'
import { failureWords, logFailure } from '../../../../client/action-messages.ts'
import { ApiFailure } from '../../../../client/api-failure.ts'
import { useFormWork, isStale } from '../../../../data/applications/source.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../../../ui/layout/Layout.tsx'
import { isFocusFree } from '../../../../ui/overlays/free-focus.ts'
import { TextField } from '../../../../ui/fields/TextField.tsx'
import styles from './FieldRows.module.css'
import { fieldValue } from './field-value.ts'
import { ProvenanceMark } from './ProvenanceMark.tsx'
import type { CommonSource } from './provenance-words.ts'

export interface FormPartProps {
  readonly application: ApplicationEntity
  /** What is to be looked at. */
  readonly items: readonly ChecklistItem[]
  readonly onDocument: (id: string) => void
}

interface FieldRowsProps extends FormPartProps {
  readonly section: FormSection
  /** What the section says of where its values came from; null: nothing. */
  readonly common: CommonSource | null
}

/** The fields of one section. */
export function FieldRows({ section, ...part }: FieldRowsProps) {
  const { application, items } = part
  const form: Readonly<Record<string, unknown>> = application.form_data
  const values = form[section.name] as Readonly<Record<string, unknown>>
  return (
    <Text as="dl" size="list" className={styles.fields}>
      {section.fields.map(field => {
        const { name, label } = field
        const path = `${section.name}.${name}`
        const value = fieldValue(values[name], field.form)
        return (
          <FieldRow key={name} {...part} path={path} label={label}>
            {value === null ? <Text tone="faint">{t('Not given')}</Text> : <bdi>{value}</bdi>}
            <Doubt items={items} path={path} />
            {application.takes_fields && (
              <FillField application={application} path={path} field={field} value={values[name]} />
            )}
          </FieldRow>
        )
      })}
    </Text>
  )
}

interface FieldRowProps extends Omit<FieldRowsProps, 'section'> {
  readonly path: string
  readonly label: string
  readonly children: ReactNode
}

/** One field: label, value, and where it came from. */
export function FieldRow({ application, items, common, path, label, onDocument, children }: FieldRowProps) {
  const from = application.provenance[path]
  const quiet = from !== undefined && common?.isOf(from) === true
  return (
    <Grid align="baseline" className={styles.field} data-field={path} data-origin tabIndex={-1}>
      <dt>{label}</dt>
      <Text as="dd" tone={doubtsOf(items, path).length > 0 ? 'warn' : 'text'}>
        {children}
      </Text>
      <dd className={styles.from} data-quiet={quiet || undefined}>
        {from !== undefined && (
          <ProvenanceMark
            of={label}
            origins={[{ label, from }]}
            files={application.attachments}
            quiet={quiet}
            onDocument={onDocument}
          />
        )}
      </dd>
    </Grid>
  )
}

/** In the place of fields. */
export const Nothing = ({ children }: { children: string }) => (
  <Text as="p" size="list" tone="muted" className={styles.nothing}>
    {children}
  </Text>
)

const doubtsOf = (items: readonly ChecklistItem[], path: string) =>
  items.filter(item => item.field === path && item.severity !== 'ok')

/** That the checklist has a word about this value; nothing where it has none. */
export function Doubt({ items, path }: { items: readonly ChecklistItem[]; path: string }) {
  const sentences = doubtsOf(items, path).map(({ sentence }) => sentence)
  if (sentences.length === 0) return null
  return (
    <HStack
      as="span"
      align="stretch"
      inline
      tone="warn"
      className={styles.doubt}
      title={sentences.join('\n')}
    >
      <CircleAlert size={14} strokeWidth={1.9} aria-hidden="true" />
      <span className="visually-hidden">{sentences.join('. ')}</span>
    </HStack>
  )
}

interface FillFieldProps {
  readonly application: ApplicationEntity
  readonly path: string
  readonly field: FormField
  /** Whose field, where the label alone does not say it: "Beneficiary 1". */
  readonly of?: string
  /** As the form holds it. */
  readonly value: unknown
}

/** A value as somebody would write it, which reads as the same value. */
const written = (value: unknown, { form }: FormField): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  return form === 'word' ? formWord(value) : value
}

/** Fills in or changes one field on the customer's behalf, in its place; why a value is none is said below it. */
export function FillField({ application, path, field, of, value }: FillFieldProps) {
  const { fill } = useFormWork()
  const [text, setText] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  const given = application.provenance[path]?.at ?? null
  /** When the value was given that the agent saw as they began; undefined: what is shown now, which they were just told of. */
  const [seen, setSeen] = useState<string | null | undefined>()
  const opener = useRef<HTMLButtonElement>(null)
  /** The form was closed: the focus goes back to what opened it, as soon as that is there. */
  const returns = useRef(false)
  useLayoutEffect(() => {
    if (text !== null || !returns.current) return
    returns.current = false
    // The agent may have gone on to another field while this one was being saved.
    if (isFocusFree()) opener.current?.focus()
  }, [text])
  const old = written(value, field)
  const label = of === undefined ? field.label : t('{label} of {of}', { label: field.label, of })
  const words = old === '' ? t('Fill in') : t('Change')

  const close = () => {
    setText(null)
    setProblem(undefined)
    returns.current = true
  }
  const save = async (wish: string) => {
    if (busy) return
    if (wish.trim() === '') return setProblem(t('Write what the customer says'))
    setBusy(true)
    setProblem(undefined)
    try {
      await fill(application, { field: path, value: wish, replaces: seen === undefined ? given : seen })
      close()
    } catch (cause) {
      const reason = cause instanceof ApiFailure ? cause.fields[path] : undefined
      if (reason === undefined) logFailure('fillApplication', cause)
      setProblem(reason ?? failureWords('fillApplication', cause))
      if (isStale(cause)) setSeen(undefined)
    } finally {
      setBusy(false)
    }
  }
  if (text === null) {
    return (
      <Text
        as="button"
        ref={opener}
        type="button"
        size="meta"
        tone="accent"
        className={styles.open}
        aria-label={`${words}: ${label}`}
        onClick={() => {
          setSeen(given)
          setText(old)
        }}
      >
        {words}
      </Text>
    )
  }
  return (
    <Grid
      as="form"
      gap={2}
      className={styles.form}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void save(text)
      }}
    >
      <TextField
        label={label}
        value={text}
        error={problem}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the agent has just pressed for it
        autoFocus
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') close()
        }}
      />
      <HStack gap={2} align="stretch">
        <Button type="submit" size="small" variant="primary" busy={busy}>
          {t('Save')}
        </Button>
        <Button size="small" variant="quiet" onClick={close}>
          {t('Cancel')}
        </Button>
      </HStack>
    </Grid>
  )
}
