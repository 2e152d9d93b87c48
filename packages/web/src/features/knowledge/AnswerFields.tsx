import { t } from '@parley/core/text/translate'
import type { KnowledgeContent } from '@parley/core/knowledge/api'
import { knowledgeLimits } from '@parley/core/knowledge/constants'
import { type Language, languageNames, languages } from '@parley/core/text/languages'
import { type ChangeEvent, useId, useState } from 'react'
import { Select } from '../../ui/fields/Select.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Grid } from '../../ui/layout/Layout.tsx'
import styles from './knowledge.module.css'
import { intentChoices, languageTab, nextChoices } from './words.ts'

type AnswerFieldsProps = {
  content: KnowledgeContent
  /** A sentence by the name of each field that is wrong. */
  problems: Readonly<Record<string, string>>
  /** Topics that other answers have. */
  topics: readonly string[]
  onChange: (more: Partial<KnowledgeContent>) => void
}

/** Everything that an answer is, one language at a time. */
export function AnswerFields({ content, problems, topics, onChange }: AnswerFieldsProps) {
  const [language, setLanguage] = useState<Language>('en')
  const topicsId = useId()
  const { intent, next, link } = content
  const words = (name: 'title' | 'topic') => ({
    dir: 'auto',
    maxLength: knowledgeLimits[name],
    value: content[name],
    error: problems[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange({ [name]: target.value }),
  })
  return (
    <>
      <Grid gap={3} align="start" className={styles.pair}>
        <TextField label={t('Title')} {...words('title')} />
        <TextField label={t('Topic')} list={topicsId} {...words('topic')} />
        <datalist id={topicsId}>
          {topics.map(one => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
      </Grid>
      <div className={styles.languages}>
        <Tabs
          label={t('Language')}
          value={language}
          onChange={setLanguage}
          tabs={languages.map(value => ({ value, label: languageTab(value, content, problems) }))}
        >
          <LanguageFields
            key={language}
            language={language}
            content={content}
            problems={problems}
            onChange={onChange}
          />
        </Tabs>
      </div>
      <Grid gap={3} align="start" className={styles.pair}>
        <Select
          label={t('Intent that it answers')}
          value={intent ?? 'none'}
          choices={intentChoices}
          error={problems['intent']}
          onChange={value => onChange({ intent: value === 'none' ? null : value })}
        />
        <Select
          label={t('Offered below it')}
          value={next ?? 'none'}
          choices={nextChoices}
          onChange={value => onChange({ next: value === 'none' ? null : value })}
        />
      </Grid>
      <TextField
        label={t('Link below it')}
        type="url"
        placeholder="https://"
        maxLength={knowledgeLimits.link}
        value={link ?? ''}
        error={problems['link']}
        onChange={({ target }) => onChange({ link: target.value === '' ? null : target.value })}
      />
    </>
  )
}

type LanguageFieldsProps = Omit<AnswerFieldsProps, 'topics'> & { language: Language }

function LanguageFields({ language, content, problems, onChange }: LanguageFieldsProps) {
  const { answers, questions } = content
  const name = languageNames[language]
  const lengths = {
    count: answers[language].trim().length.toLocaleString(),
    most: knowledgeLimits.answer.toLocaleString(),
  }
  return (
    <Grid gap={3} className={styles.language}>
      <TextArea
        label={t('Answer in {name}', { name })}
        lang={language}
        value={answers[language]}
        error={problems[`answers.${language}`]}
        hint={
          language === 'en'
            ? t('{count} of {most} characters', lengths)
            : t('{count} of {most} characters. Empty: the English one is given', lengths)
        }
        onChange={({ target }) => onChange({ answers: { ...answers, [language]: target.value } })}
      />
      <TextArea
        label={t('How customers ask it in {name}', { name })}
        lang={language}
        rows={5}
        value={questions[language].join('\n')}
        error={problems[`questions.${language}`]}
        hint={t('One per line, at most {questions}', { questions: knowledgeLimits.questions })}
        onChange={({ target }) =>
          onChange({
            questions: { ...questions, [language]: target.value === '' ? [] : target.value.split('\n') },
          })
        }
      />
    </Grid>
  )
}
