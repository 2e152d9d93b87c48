import { t } from '@parley/core/text/translate'
import type { KnowledgeContent, KnowledgeRow } from '@parley/core/knowledge/api'
import { intentLabel } from '@parley/core/intent/rules'
import { intentNames } from '@parley/core/intent/constants'
import type { KnowledgeState, NextStep } from '@parley/core/knowledge/constants'
import { type Language, languageNames, languages } from '@parley/core/text/languages'
import type { Tone } from '../../ui/marks/Badge.tsx'

export const states: Readonly<Record<KnowledgeState, { readonly tone: Tone; readonly label: string }>> = {
  draft: { tone: 'grey', label: t('Draft') },
  published: { tone: 'ok', label: t('Published') },
  changed: { tone: 'info', label: t('Changed since') },
}

export const nextChoices: readonly { readonly value: NextStep | 'none'; readonly label: string }[] = [
  { value: 'none', label: t('Nothing') },
  { value: 'menu', label: t('The menu') },
  { value: 'apply_ipp', label: t('To apply for IPP') },
  { value: 'apply_lib', label: t('To apply for LIB Flex') },
  { value: 'agent', label: t('A person') },
]

type IntentChoice = (typeof intentNames)[number] | 'none'
export const intentChoices: readonly { readonly value: IntentChoice; readonly label: string }[] = [
  { value: 'none', label: t('None') },
  ...intentNames.map(value => ({ value, label: intentLabel(value) })),
]

/** The tab of a language: "Swahili", "Swahili (no answer)", "Swahili (to mend)". */
export function languageTab(
  language: Language,
  { answers }: KnowledgeContent,
  problems: Readonly<Record<string, string>>,
): string {
  const isWrong = [`answers.${language}`, `questions.${language}`].some(
    field => problems[field] !== undefined,
  )
  const remark = isWrong ? t(' (to mend)') : answers[language].trim() === '' ? t(' (no answer)') : ''
  return `${languageNames[language]}${remark}`
}

/** "Premium · English, Luganda" */
export const rowLine = ({ topic, languages: has }: KnowledgeRow): string =>
  has.length === 0 || has.length === languages.length
    ? topic
    : `${topic} · ${has.map(language => languageNames[language]).join(', ')}`

const fieldNames: Readonly<Record<string, string>> = {
  title: t('Title'),
  topic: t('Topic'),
  answers: t('Answer'),
  questions: t('Questions'),
  intent: t('Intent'),
  next: t('Offered below'),
  link: t('Link'),
}

/** A field in words: "Answer (Luganda)". */
export function fieldLabel(field: string): string {
  const [name = '', language] = field.split('.')
  if (name === '') return t('It')
  const known = languages.find(one => one === language)
  return `${fieldNames[name] ?? name}${known === undefined ? '' : ` (${languageNames[known]})`}`
}
