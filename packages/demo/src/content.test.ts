import { describe, expect, test } from 'vitest'
import { defaultBusinessHours, hoursProblems } from '@parley/core/business-hours/rules'
import { cannedVariables } from '@parley/core/canned-replies/constants'
import { cannedProblems, openPlaces, tidyCanned } from '@parley/core/canned-replies/rules'
import { KnowledgeContent } from '@parley/core/knowledge/api'
import { clashWith, publishProblems, sameKnowledge, tidyKnowledge } from '@parley/core/knowledge/rules'
import { languages } from '@parley/core/text/languages'
import { demoHolidays } from './content.ts'
import { cannedReplies, demoAnswers } from './data.ts'

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

const all = [...cannedReplies.shared, ...cannedReplies.own].map(({ content }) => content)

test.each(all.map(content => [content.shortcut, content] as const))(
  '[Q-219] the demo’s /%s could be saved as it is',
  (_, content) => {
    expect(cannedProblems(content)).toEqual({})
    expect(tidyCanned(content)).toEqual(content)
  },
)

test('[Q-219] each shortcut is there once, in each language there is one, and each variable is used', () => {
  expect(new Set(all.map(({ shortcut }) => shortcut)).size).toBe(all.length)
  expect(new Set(all.map(({ language }) => language))).toEqual(new Set(languages))
  const used = all.flatMap(({ body }) => openPlaces(body))
  expect(used).toEqual(expect.arrayContaining(cannedVariables.map(name => `{${name}}`)))
})
