import { emptyKnowledge } from '@parley/core/knowledge/rules'
import { describe, expect, test } from 'vitest'
import { fieldLabel, languageTab } from './words.ts'

describe('[Q-200] the words of an answer', () => {
  const english = { ...emptyKnowledge, answers: { en: 'For 30 days.', lg: ' ', sw: '' } }

  test('a language says that it has no answer, or that something in it is wrong', () => {
    expect(languageTab('en', english, {})).toBe('English')
    expect(languageTab('lg', english, {})).toBe('Luganda (no answer)')
    expect(languageTab('lg', english, { 'questions.lg': 'too long' })).toBe('Luganda (to mend)')
  })

  test.each([
    ['answers.lg', 'Answer (Luganda)'],
    ['questions.en', 'Questions (English)'],
    ['questions.en.3', 'Questions (English)'],
    ['link', 'Link'],
    ['', 'It'],
  ])('%s is called %s', (field, label) => {
    expect(fieldLabel(field)).toBe(label)
  })
})
