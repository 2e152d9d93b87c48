import { t } from '@parley/core/text/translate'
import type { TemplateEntity } from '@parley/core/templates/api'
import type { OutboxFile } from '@parley/core/messages/outbox'
import {
  type KnownOfCustomer,
  languageLabel,
  statusLabel,
  templateMatches,
  templateProblem,
  templateTitle,
  type TemplateValues,
} from '@parley/core/templates/rules'
import { MessageSquareDashed } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { failureWords } from '../../client/action-messages.ts'
import { useTemplates } from '../../data/templates/templates.ts'
import { Box, Grid, HStack, Text, VStack } from '../../ui/layout/Layout.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { SearchField } from '../../ui/fields/ListSearch.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { useOptionList } from '../../ui/fields/use-option-list.ts'
import { Badge } from '../../ui/marks/Badge.tsx'
import { classNames } from '../../ui/hooks/class-names.ts'
import { type FilledTemplate, TemplateForm } from './TemplateForm.tsx'
import styles from './TemplatePicker.module.css'
import { aboutWords, stateTone } from './TemplatePreview.tsx'

/** A template that was filled in before and came back. */
export interface TemplateStart {
  readonly name: string
  readonly language: string
  readonly values: TemplateValues
  readonly file: OutboxFile | null
}

interface TemplatePickerProps {
  readonly conversationId: string
  readonly customer: KnownOfCustomer
  readonly start: TemplateStart | null
  /** What is asked before it goes, beside Send; null: nothing. */
  readonly question: string | null
  readonly onSend: (filled: FilledTemplate) => void
  /** Closes it. */
  readonly onClose: () => void
}

const all = ''
const keyOf = ({ name, language }: Pick<TemplateEntity, 'name' | 'language'>) => `${language} ${name}`

/**
 * Chooses a template, fills it in and shows it as the customer will see it. The search field has the keys: arrows choose,
 * Enter goes to the first value that is missing, Escape closes.
 */
export function TemplatePicker(props: TemplatePickerProps) {
  const { conversationId, customer, start, question, onSend, onClose } = props
  const query = useTemplates(conversationId)
  const [search, setSearch] = useState('')
  const [language, setLanguage] = useState(all)
  const [category, setCategory] = useState(all)
  const [focusAsked, setFocusAsked] = useState(0)
  const place = useRef<HTMLDivElement>(null)

  const templates = query.data?.templates ?? []
  const wantsMarketing = query.data?.wants_marketing ?? false
  const isSendable = (one: TemplateEntity) => templateProblem(one, { wantsMarketing }) === null
  const found = templates
    .filter(
      one =>
        (language === all || one.language === language) &&
        (category === all || one.category === category) &&
        templateMatches(one, search),
    )
    .toSorted((a, b) => Number(isSendable(b)) - Number(isSendable(a)))
  const list = useOptionList(found, keyOf, { start: start === null ? undefined : keyOf(start) })
  const selected = list.chosen

  const isThere = query.data !== undefined
  useEffect(() => {
    // Until there is something to search, Escape closes it all the same.
    const field = isThere ? place.current?.querySelector<HTMLInputElement>('input[type="search"]') : null
    ;(field ?? place.current)?.focus()
  }, [isThere])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  const frame = (content: ReactNode) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <VStack
      ref={place}
      tabIndex={-1}
      role="dialog"
      aria-label={t('Send a template')}
      frame
      className={styles.picker}
      onKeyDown={onKeyDown}
    >
      {content}
    </VStack>
  )

  if (query.data === undefined) {
    if (!query.isError)
      return frame(
        <Text as="p" role="status" size="list" tone="muted" pad={6}>
          {t('Loading templates…')}
        </Text>,
      )
    const retry = () => void query.refetch()
    return frame(
      <RetryState
        title={failureWords('fetchTemplates', query.error)}
        busy={query.isFetching}
        onRetry={retry}
      />,
    )
  }
  const { problem } = query.data
  if (templates.length === 0) {
    return frame(<NoTemplates {...query.data} />)
  }

  const onSearchKey = (event: KeyboardEvent) => {
    // The caret stays in the search while one looks.
    if (list.step(event)) setFocusAsked(0)
    else if (event.key === 'Enter' && selected !== null) {
      event.preventDefault()
      setFocusAsked(count => count + 1)
    }
  }
  return frame(
    <>
      <HStack gap={2} flex="none" rule="bottom" className={styles.head}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the field inside has the keys */}
        <Box flex="grow" className={styles.search} onKeyDown={onSearchKey}>
          <SearchField
            label={t('Search templates')}
            placeholder={t('Search templates')}
            role="combobox"
            aria-expanded="true"
            aria-controls={list.id}
            aria-activedescendant={list.active}
            value={search}
            onChange={setSearch}
          />
        </Box>
        <Filter
          label={t('Language')}
          value={language}
          onChange={setLanguage}
          words={templates.map(one => one.language)}
          labelOf={languageLabel}
        />
        <Filter
          label={t('Category')}
          value={category}
          onChange={setCategory}
          words={templates.map(one => one.category)}
          labelOf={statusLabel}
        />
      </HStack>
      {problem !== null && (
        <Notice tone="warn">{t('These may be out of date. {problem}', { problem })}</Notice>
      )}
      {selected === null ? (
        <EmptyState title={t('No templates found')} hint={t('Try other words, or another language.')} />
      ) : (
        <Grid flex="fill" className={styles.parts}>
          <TemplateList
            templates={found}
            list={list}
            wantsMarketing={wantsMarketing}
            onSelect={one => {
              list.choose(one)
              setFocusAsked(count => count + 1)
            }}
          />
          <TemplateForm
            key={keyOf(selected)}
            template={selected}
            customer={customer}
            start={start !== null && keyOf(start) === keyOf(selected) ? start : null}
            problem={templateProblem(selected, { wantsMarketing })}
            question={question}
            focusAsked={focusAsked}
            onSend={onSend}
            onCancel={onClose}
          />
        </Grid>
      )}
    </>,
  )
}

interface FilterProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly words: readonly string[]
  readonly labelOf: (word: string) => string
}

/** One of the words that the templates have, or all of them. */
function Filter({ label, value, onChange, words, labelOf }: FilterProps) {
  const choices = [...new Set(words)].toSorted().map(word => ({ value: word, label: labelOf(word) }))
  return (
    <Select
      label={label}
      labelHidden
      value={value}
      onChange={onChange}
      choices={[{ value: all, label: t('{label}: all', { label }) }, ...choices]}
    />
  )
}

type TemplatesAnswer = NonNullable<ReturnType<typeof useTemplates>['data']>

function NoTemplates({ configured, read_at: readAt, problem }: TemplatesAnswer) {
  const icon = <MessageSquareDashed size={20} strokeWidth={1.6} aria-hidden="true" />
  if (!configured) {
    return (
      <EmptyState
        icon={icon}
        title={t('Templates are not set up')}
        hint={t('Ask an administrator to set the id of the WhatsApp Business account.')}
      />
    )
  }
  if (problem !== null)
    return <EmptyState icon={icon} title={t('Templates could not be loaded')} hint={problem} />
  if (readAt === null) return <EmptyState icon={icon} title={t('Templates are being loaded')} />
  return (
    <EmptyState
      icon={icon}
      title={t('There are no templates')}
      hint={t('Ask an administrator to create them in WhatsApp Manager.')}
    />
  )
}

interface TemplateListProps {
  readonly templates: readonly TemplateEntity[]
  readonly list: ReturnType<typeof useOptionList<TemplateEntity>>
  readonly wantsMarketing: boolean
  readonly onSelect: (template: TemplateEntity) => void
}

/** The templates that were found, each with its language, category and state; those that cannot be sent say why. */
function TemplateList({ templates, list, wantsMarketing, onSelect }: TemplateListProps) {
  return (
    <div id={list.id} role="listbox" aria-label={t('Templates')} className={styles.list}>
      {templates.map(template => {
        const { status } = template
        const problem = templateProblem(template, { wantsMarketing })
        return (
          // The field above moves through the options and has the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <Grid
            key={list.idOf(template)}
            id={list.idOf(template)}
            role="option"
            tabIndex={-1}
            aria-selected={template === list.chosen}
            aria-disabled={problem !== null || undefined}
            align="center"
            className={classNames(
              styles.option,
              template === list.chosen && styles.selected,
              problem !== null && styles.off,
            )}
            onClick={() => onSelect(template)}
          >
            <Text size="list" weight={500} tone="text" className={styles.title}>
              {templateTitle(template)}
            </Text>
            <Badge tone={stateTone(status)}>{statusLabel(status)}</Badge>
            <Text size="meta" tone="muted" className={styles.about}>
              {aboutWords(template)}
            </Text>
            {problem !== null && (
              <Text size="meta" tone="muted" className={styles.about}>
                {problem}
              </Text>
            )}
          </Grid>
        )
      })}
    </div>
  )
}
