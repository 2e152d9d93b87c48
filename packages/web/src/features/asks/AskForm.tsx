import { askLimits, askProblems, cardProblems, type FieldProblems } from '@parley/core/messages/ask-rules'
import { lengthOf } from '@parley/core/text/length'
import { t } from '@parley/core/text/translate'
import { Plus, SendHorizontal, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Box, Grid, HStack, Text, VStack } from '../../ui/layout/Layout.tsx'
import styles from './AskForm.module.css'
import {
  type Asked,
  type AskKind,
  type AskStart,
  askedOf,
  type CardFields,
  emptyRow,
  type Row,
  trimmed,
  writtenOf,
} from './written-ask.ts'

interface AskFormProps {
  readonly kind: AskKind
  /** What the fields hold at first. */
  readonly start: () => AskStart
  /** Why it cannot be sent now; null: it can. */
  readonly off: string | null
  /** What is asked before it goes, beside Send; null: nothing. */
  readonly question: string | null
  /** How what is made will look; given by the noun that shows messages. */
  readonly preview: (asked: Asked) => ReactNode
  readonly onSend: (asked: Asked) => void
  /** Takes what stands in the fields, so that nothing made is lost when it is shown elsewhere. */
  readonly onKeep: (asked: Asked) => void
  /** Closes it. */
  readonly onClose: () => void
}

const titles: Readonly<Record<AskKind, string>> = {
  buttons: t('Ask with buttons'),
  list: t('Ask with a list'),
  location: t('Ask for their location'),
  card: t('Send a contact card'),
}

/** Makes a question that the customer answers at a press, or a card, and shows how it will look. Escape closes it. */
export function AskForm({ kind, start, off, question, preview, onSend, onKeep, onClose }: AskFormProps) {
  const [before] = useState(() => writtenOf(start()))
  const [words, setWords] = useState(before.words)
  const [buttons, setButtons] = useState(before.buttons)
  const [opener, setOpener] = useState(before.opener)
  const [rows, setRows] = useState(before.rows)
  const [card, setCard] = useState(before.card)
  const [hasTried, setHasTried] = useState(false)
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('textarea, input')?.focus()
  }, [])

  const asked = askedOf(kind, { words, buttons, opener, rows, card })
  useEffect(() => onKeep(asked))
  const problems = asked.ask === null ? cardProblems(asked.card) : askProblems(asked.ask, asked.words)
  const shown: FieldProblems = hasTried ? problems : {}
  const say = (label: string, key: string) =>
    shown[key] === undefined ? undefined : `${label} ${shown[key]}`

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (off !== null) return
    setHasTried(true)
    if (Object.keys(problems).length === 0) return onSend(trimmed(asked))
    // The fields say what is wrong once they are drawn.
    setTimeout(() => place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <Box role="dialog" aria-label={titles[kind]} frame className={styles.ask} onKeyDown={onKeyDown}>
      <form ref={place} noValidate onSubmit={submit}>
        <h3 className={styles.title}>{titles[kind]}</h3>
        <Grid gap={4} className={styles.parts}>
          <VStack gap={2}>
            {kind !== 'card' && (
              <TextArea
                label={t('Question')}
                rows={2}
                value={words}
                hint={roomIn(words, askLimits.words[kind])}
                error={say(t('What you ask'), 'content')}
                onChange={event => setWords(event.target.value)}
              />
            )}
            {kind === 'buttons' && <Buttons value={buttons} onChange={setButtons} say={say} />}
            {kind === 'list' && (
              <>
                <TextField
                  label={t('Button that opens the list')}
                  autoComplete="off"
                  value={opener}
                  hint={roomIn(opener, askLimits.listButton)}
                  error={say(t('What opens the list'), 'button')}
                  onChange={event => setOpener(event.target.value)}
                />
                <Rows value={rows} onChange={setRows} say={say} />
              </>
            )}
            {kind === 'card' && <Card value={card} onChange={setCard} say={say} />}
          </VStack>
          <Text as="div" pad={3} breaks className={styles.preview}>
            {preview(asked)}
          </Text>
        </Grid>
        <HStack gap={2} align="stretch" justify="end" wrap rule="top" className={styles.foot}>
          {off !== null && (
            <p role="status" className={styles.off}>
              {off}
            </p>
          )}
          {question !== null && (
            <Text as="p" role="alert" size="list" tone="warn" className={styles.question}>
              {question}
            </Text>
          )}
          <Button variant="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={off !== null}
            icon={<SendHorizontal size={15} strokeWidth={1.8} aria-hidden="true" />}
          >
            {t('Send')}
          </Button>
        </HStack>
      </form>
    </Box>
  )
}

/** How much of a field is used, once little is left. */
function roomIn(text: string, most: number): string | undefined {
  const length = lengthOf(text)
  return length > most - Math.max(5, most / 10)
    ? t('{length} of {most}', { length: length.toLocaleString('en'), most: most.toLocaleString('en') })
    : undefined
}

interface PartProps<Value> {
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly say: (label: string, key: string) => string | undefined
}

function Buttons({ value: all, onChange, say }: PartProps<string[]>) {
  return (
    <>
      {all.map((title, n) => {
        const label = t('Button {n}', { n: n + 1 })
        return (
          <TextField
            // A button has no identity but its place.
            // oxlint-disable-next-line react/no-array-index-key
            key={n}
            label={label}
            autoComplete="off"
            value={title}
            error={say(label, `buttons.${n}`)}
            hint={roomIn(title, askLimits.buttonTitle)}
            onChange={event => onChange(all.with(n, event.target.value))}
          />
        )
      })}
      {all.length < askLimits.buttons && <Add what="button" onAdd={() => onChange([...all, ''])} />}
    </>
  )
}

function Rows({ value: rows, onChange, say }: PartProps<Row[]>) {
  return (
    <>
      {rows.map((row, n) => {
        const field = (name: keyof Row, label: string, most: number) => (
          <TextField
            label={label}
            autoComplete="off"
            value={row[name]}
            hint={roomIn(row[name], most)}
            error={say(label, `rows.${n}.${name}`)}
            onChange={event => onChange(rows.with(n, { ...row, [name]: event.target.value }))}
          />
        )
        return (
          // A row has no identity but its place.
          // oxlint-disable-next-line react/no-array-index-key
          <Grid key={n} gap={2} align="end" className={styles.row}>
            {field('title', t('Row {n}', { n: n + 1 }), askLimits.rowTitle)}
            {field('description', t('Description of row {n}', { n: n + 1 }), askLimits.rowDescription)}
            {rows.length > 1 && (
              <IconButton
                label={t('Remove row {n}', { n: n + 1 })}
                onClick={() => onChange(rows.filter((_, place) => place !== n))}
              >
                <X size={15} strokeWidth={1.8} aria-hidden="true" />
              </IconButton>
            )}
          </Grid>
        )
      })}
      {rows.length < askLimits.rows && <Add what="row" onAdd={() => onChange([...rows, emptyRow])} />}
    </>
  )
}

const Add = ({ what, onAdd }: { what: string; onAdd: () => void }) => (
  <div>
    <Button variant="quiet" icon={<Plus size={15} strokeWidth={1.8} aria-hidden="true" />} onClick={onAdd}>
      {t('Add a {what}', { what })}
    </Button>
  </div>
)

const cardFields = [
  { name: 'name', label: t('Name'), type: 'text' },
  { name: 'number', label: t('Phone number'), type: 'tel' },
  { name: 'email', label: t('E-mail (optional)'), type: 'email' },
  { name: 'organisation', label: t('Organisation (optional)'), type: 'text' },
] as const

function Card({ value: card, onChange, say }: PartProps<CardFields>) {
  return cardFields.map(({ name, label, type }) => (
    <TextField
      key={name}
      label={label}
      type={type}
      autoComplete="off"
      value={card[name]}
      error={say(label.replace(' (optional)', ''), name)}
      onChange={event => onChange({ ...card, [name]: event.target.value })}
    />
  ))
}
