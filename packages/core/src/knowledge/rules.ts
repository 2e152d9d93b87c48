import { t } from '../text/translate.ts'
import type { KnowledgeContent } from './api.ts'
import { type KnowledgeState, knowledgeLimits } from './constants.ts'
import { type Language, languageNames, languages } from '../text/languages.ts'
import { lengthOf, tooLong } from '../text/length.ts'
import type { FieldProblems } from '../messages/ask-rules.ts'
import { fold, hasTypedWords } from '../text/fold.ts'

export const emptyKnowledge: KnowledgeContent = {
  title: '',
  topic: '',
  questions: { en: [], lg: [], sw: [] },
  answers: { en: '', lg: '', sw: '' },
  intent: null,
  next: null,
  link: null,
}

const each = <T>(of: (language: Language) => T): Record<Language, T> => ({
  en: of('en'),
  lg: of('lg'),
  sw: of('sw'),
})

/** Two questions that differ only in case, spaces and punctuation are the same. */
export const questionKey = (question: string): string =>
  fold(question)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The stored form: trimmed, without empty and repeated questions. */
export function tidyKnowledge(content: KnowledgeContent): KnowledgeContent {
  const { title, topic, questions, answers, intent, next, link } = content
  return {
    title: title.trim(),
    topic: topic.trim(),
    questions: each(language => {
      const byKey = new Map<string, string>()
      for (const one of questions[language].map(text => text.trim())) {
        const key = questionKey(one)
        if (key !== '' && !byKey.has(key)) byKey.set(key, one)
      }
      return [...byKey.values()]
    }),
    answers: each(language => answers[language].trim()),
    intent,
    next,
    link: link === null || link.trim() === '' ? null : link.trim(),
  }
}

/** Both tidy. */
export const sameKnowledge = (a: KnowledgeContent, b: KnowledgeContent): boolean =>
  changedFields(a, b).length === 0

/** The languages with an answer. */
export const answeredIn = ({ answers }: Pick<KnowledgeContent, 'answers'>): Language[] =>
  languages.filter(language => answers[language].trim() !== '')

const problemOf = (text: string, most: number): string | undefined =>
  lengthOf(text.trim()) > most ? tooLong(most) : undefined

const named = (text: string, most: number): string | undefined =>
  text.trim() === '' ? t('must not be empty') : problemOf(text, most)

/** A URL that WhatsApp shows as a link, in a form that is hard to misread: https, and a host name with a dot. */
const isHttps = (text: string): boolean =>
  /^https:\/\/[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d{1,5})?([/?#]\S*)?$/iu.test(text)

const found = (problems: readonly (readonly [string, string | undefined])[]): FieldProblems =>
  Object.fromEntries(problems.filter((one): one is readonly [string, string] => one[1] !== undefined))

/** Problems that prevent saving, by field ("title", "answers.lg", "questions.en"). */
export function draftProblems(content: KnowledgeContent): FieldProblems {
  const { title, topic, questions, answers, link } = content
  return found([
    ['title', named(title, knowledgeLimits.title)],
    ['topic', named(topic, knowledgeLimits.topic)],
    ...languages.map(
      language => [`answers.${language}`, problemOf(answers[language], knowledgeLimits.answer)] as const,
    ),
    ...languages.map(language => [`questions.${language}`, questionsProblem(questions[language])] as const),
    ['link', link === null ? undefined : problemOf(link, knowledgeLimits.link)],
  ])
}

function questionsProblem(questions: readonly string[]): string | undefined {
  if (questions.length > knowledgeLimits.questions)
    return t('must be at most {questions} questions', { questions: knowledgeLimits.questions })
  const long = questions.findIndex(one => lengthOf(one.trim()) > knowledgeLimits.question)
  return long < 0
    ? undefined
    : `must have at most ${knowledgeLimits.question} characters each; number ${long + 1} has more`
}

/** Problems that prevent publishing, by field. */
export function publishProblems(content: KnowledgeContent): FieldProblems {
  const { questions, answers, intent, link } = content
  const unfound = intent === null && languages.every(language => questions[language].length === 0)
  const room = knowledgeLimits.answer - (link === null ? 0 : lengthOf(link) + 1)
  return {
    ...found([
      ['answers.en', answers.en.trim() === '' ? t('must not be empty: others fall back on it') : undefined],
      ...languages.map(
        language =>
          [
            `answers.${language}`,
            lengthOf(answers[language].trim()) > room && link !== null
              ? t('and the link together must have at most {answer} characters', {
                  answer: knowledgeLimits.answer.toLocaleString('en'),
                })
              : undefined,
          ] as const,
      ),
      ...languages.map(
        language =>
          [
            `questions.${language}`,
            language !== 'en' && questions[language].length > 0 && answers[language].trim() === ''
              ? t('are asked in {language}, which has no answer', {
                  language: languageNames[language],
                })
              : undefined,
          ] as const,
      ),
      [
        'questions.en',
        unfound ? t('must be one at least, in any language, where no intent is chosen') : undefined,
      ],
      [
        'link',
        link === null || isHttps(link) ? undefined : t('must be an address that begins with https://'),
      ],
    ]),
    ...draftProblems(content),
  }
}

/** A sentence if both answer the same question or intent, so that they cannot both be published; else null. */
export function clashWith(content: KnowledgeContent, other: KnowledgeContent): string | null {
  if (content.intent !== null && content.intent === other.intent)
    return t('“{title}” already answers this intent', { title: other.title })
  for (const language of languages) {
    const known = new Set(other.questions[language].map(questionKey))
    const same = content.questions[language].find(one => known.has(questionKey(one)))
    if (same !== undefined)
      return t('“{title}” already answers the question “{same}”', { title: other.title, same })
  }
  return null
}

export const knowledgeState = (published: object | null, draft: object | null): KnowledgeState =>
  published === null ? 'draft' : draft === null ? 'published' : 'changed'

/** The fields that differ ("answers.lg"); without a `before` all that are not empty. */
export function changedFields(before: KnowledgeContent | null, after: KnowledgeContent): string[] {
  const was = fieldsOf(before ?? emptyKnowledge)
  return Object.entries(fieldsOf(after))
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name]))
    .map(([name]) => name)
}

const fieldsOf = ({ title, topic, questions, answers, intent, next, link }: KnowledgeContent) =>
  ({
    title,
    topic,
    ...Object.fromEntries(
      languages.flatMap(language => [
        [`questions.${language}`, questions[language]],
        [`answers.${language}`, answers[language]],
      ]),
    ),
    intent,
    next,
    link,
  }) as Readonly<Record<string, unknown>>

/** An edit of an answer that a colleague saved meanwhile. */
interface Rebased {
  /** The merge, with my value for each clash. */
  readonly mine: KnowledgeContent
  /** The merge, with their value for each clash. */
  readonly theirs: KnowledgeContent
  /** The fields that both changed, to different values. */
  readonly clashes: readonly string[]
}

/** Merges an edit with a colleague's: a field that only one of them changed is no clash. */
export function rebasedKnowledge(
  base: KnowledgeContent,
  mine: KnowledgeContent,
  theirs: KnowledgeContent,
): Rebased {
  const [byMe, byThem] = [changedFields(base, mine), changedFields(base, theirs)]
  const apart = new Set(changedFields(mine, theirs))
  const clashes = byMe.filter(field => byThem.includes(field) && apart.has(field))
  const taken = byThem.filter(field => !byMe.includes(field))
  return {
    mine: withFields(mine, theirs, taken),
    theirs: withFields(mine, theirs, [...taken, ...clashes]),
    clashes,
  }
}

/** A copy with some fields of another content. */
function withFields(
  content: KnowledgeContent,
  other: KnowledgeContent,
  fields: readonly string[],
): KnowledgeContent {
  const pick = <T>(name: string, own: T, others: T): T => (fields.includes(name) ? others : own)
  return {
    title: pick('title', content.title, other.title),
    topic: pick('topic', content.topic, other.topic),
    questions: each(one => pick(`questions.${one}`, content.questions[one], other.questions[one])),
    answers: each(one => pick(`answers.${one}`, content.answers[one], other.answers[one])),
    intent: pick('intent', content.intent, other.intent),
    next: pick('next', content.next, other.next),
    link: pick('link', content.link, other.link),
  }
}

/** Whether it contains all words of the search, in any language. */
export function hasWords(content: KnowledgeContent, search: string): boolean {
  const { title, topic, questions, answers } = content
  const text = [title, topic, ...languages.flatMap(one => [answers[one], ...questions[one]])].join(' ')
  return hasTypedWords(text, search)
}
