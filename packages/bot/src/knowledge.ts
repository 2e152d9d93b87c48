import type { IntentName } from '@parley/core/intent/api'
import { featuresOf, wordsOf } from '@parley/intents/words'
import { type Language, languages, type Words } from './language.ts'

/** A published answer. */
export interface KnowledgeAnswer {
  readonly id: string
  readonly title: string
  readonly questions: Readonly<Record<Language, readonly string[]>>
  /** '' for a language without an answer; English always exists. */
  readonly answers: Words
  /** The intent that leads here; null: only the questions do. */
  readonly intent: IntentName | null
  /** The choices below the answer. */
  readonly next: 'menu' | 'apply_ipp' | 'apply_lib' | 'agent' | null
  readonly link: string | null
}

/** An answer, and the similarity of a text to its questions, 0 to 1. */
export interface Found {
  readonly answer: KnowledgeAnswer
  readonly likeness: number
}

/** The answers with their index. */
export interface Knowledge {
  readonly answers: readonly KnowledgeAnswer[]
  /** The answers with similar questions, the most similar first, without those of similarity 0. */
  search(text: string): readonly Found[]
}

type Vector = ReadonlyMap<string, number>

/** A question's index, and a feature's weight in it. */
interface Weighed {
  readonly question: number
  readonly weight: number
}

/**
 * Indexes answers by their questions and titles: words, pairs of words and parts of words, weighted by rarity. Takes about a
 * millisecond for a hundred questions.
 */
export function knowledgeOf(answers: readonly KnowledgeAnswer[]): Knowledge {
  const questions = answers.flatMap(answer =>
    [answer.title, ...languages.flatMap(language => answer.questions[language])].map(text => ({
      answer,
      counts: countsOf(text),
    })),
  )
  const texts = new Map<string, number>()
  for (const { counts } of questions) {
    for (const feature of counts.keys()) texts.set(feature, (texts.get(feature) ?? 0) + 1)
  }
  const rarity = (feature: string) => 1 + Math.log((1 + questions.length) / (1 + (texts.get(feature) ?? 0)))
  const having = new Map<string, Weighed[]>()
  for (const [question, { counts }] of questions.entries()) {
    for (const [feature, weight] of unit(counts, rarity)) {
      const those = having.get(feature)
      if (those === undefined) having.set(feature, [{ question, weight }])
      else those.push({ question, weight })
    }
  }
  return {
    answers,
    search: text => {
      // Only questions with a common feature are compared.
      const likenesses = new Float64Array(questions.length)
      for (const [feature, own] of unit(countsOf(text), rarity)) {
        for (const { question, weight } of having.get(feature) ?? [])
          likenesses[question] = (likenesses[question] ?? 0) + own * weight
      }
      const best = new Map<KnowledgeAnswer, number>()
      for (const [question, { answer }] of questions.entries()) {
        const likeness = likenesses[question] ?? 0
        if (likeness > (best.get(answer) ?? 0)) best.set(answer, likeness)
      }
      return [...best]
        .map(([answer, likeness]) => ({ answer, likeness }))
        .toSorted((a, b) => b.likeness - a.likeness)
    },
  }
}

function countsOf(text: string): Vector {
  const { words, pieces } = featuresOf(wordsOf(text))
  // Words and parts of words never share a name: a part marks the start and end of a word.
  return new Map([...[...words].map(([word, n]) => [`${word} `, n] as const), ...pieces])
}

function unit(counts: Vector, rarity: (feature: string) => number): Vector {
  const weights = [...counts].map(([feature, n]) => [feature, (1 + Math.log(n)) * rarity(feature)] as const)
  const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0))
  return new Map(length === 0 ? [] : weights.map(([feature, weight]) => [feature, weight / length]))
}
