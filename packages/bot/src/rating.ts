import type { Language, Words } from './language.ts'

/** What a customer can say of how they were served, the best first. */
export const ratingSteps = [5, 4, 3, 2, 1] as const
export type Rating = (typeof ratingSteps)[number]

const question: Words = {
  en: 'How did we serve you? Choose from 5, very good, to 1, very bad.',
  lg: 'Twakuweerezza tutya? Londa okuva ku 5, bulungi nnyo, okutuuka ku 1, bubi nnyo.',
  sw: 'Tulikuhudumia vipi? Chagua kutoka 5, vizuri sana, hadi 1, vibaya sana.',
}

const steps: Readonly<Record<Rating, Words>> = {
  5: { en: 'Very good', lg: 'Bulungi nnyo', sw: 'Vizuri sana' },
  4: { en: 'Good', lg: 'Bulungi', sw: 'Vizuri' },
  3: { en: 'Neither good nor bad', lg: 'Bya kigero', sw: 'Wastani' },
  2: { en: 'Bad', lg: 'Bubi', sw: 'Vibaya' },
  1: { en: 'Very bad', lg: 'Bubi nnyo', sw: 'Vibaya sana' },
}

const thanks: Words = {
  en: 'Thank you.',
  lg: 'Weebale.',
  sw: 'Asante.',
}

const why: Words = {
  en: 'Would you like to say why? You need not.',
  lg: 'Wandyagadde okutubuulira ensonga? Si kya buwaze.',
  sw: 'Ungependa kusema kwa nini? Si lazima.',
}

/** The question, as one sentence. */
export const ratingQuestion = (language: Language): string => question[language]

/** "5 Very good": what is pressed, and what is written where nothing can be. At most 24 characters. */
export const ratingTitle = (rating: Rating, language: Language): string =>
  `${rating} ${steps[rating][language]}`

/** What is said to a rating; with the question why, unless that was said already. */
export const ratingThanks = (language: Language, asksWhy: boolean): string =>
  asksWhy ? `${thanks[language]} ${why[language]}` : thanks[language]

const byTitle: ReadonlyMap<string, Rating> = new Map(
  ratingSteps.flatMap(rating =>
    (['en', 'lg', 'sw'] as const).map(
      language => [ratingTitle(rating, language).toLowerCase(), rating] as const,
    ),
  ),
)

/** The rating that words are, as they were offered in any language; null: they are none. */
export const ratingOfTitle = (words: string): Rating | null =>
  byTitle.get(words.trim().toLowerCase().replace(/\s+/g, ' ')) ?? null
