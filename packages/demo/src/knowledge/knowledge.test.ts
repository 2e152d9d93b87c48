import { KnowledgeContent } from '@parley/core/api/knowledge'
import { clashWith, publishProblems, sameKnowledge, tidyKnowledge } from '@parley/core/rules/knowledge'
import { hoursProblems } from '@parley/core/rules/business-hours'
import { languages } from '@parley/core/words/languages'
import { describe, expect, test } from 'vitest'
import { demoAnswers, demoHolidays } from './knowledge.ts'
import { defaultBusinessHours } from '@parley/core/rules/business-hours'

describe('[Q-200] the answers of the demo', () => {
  test.each(demoAnswers.map(content => [content.title, content] as const))(
    '%s could be published',
    (_, content) => {
      expect(KnowledgeContent.parse(content)).toEqual(content)
      expect(publishProblems(content)).toEqual({})
      expect(sameKnowledge(tidyKnowledge(content), content)).toBe(true)
      for (const language of languages) {
        expect(content.answers[language]).not.toBe('')
        expect(content.questions[language].length).toBeGreaterThan(1)
      }
    },
  )

  test('no two answer the same question', () => {
    const clashes = demoAnswers.flatMap((one, place) =>
      demoAnswers.slice(0, place).map(other => clashWith(one, other)),
    )
    expect(clashes.filter(clash => clash !== null)).toEqual([])
  })

  test('its holidays can be kept', () => {
    expect(hoursProblems({ ...defaultBusinessHours, holidays: demoHolidays })).toEqual({})
  })
})
