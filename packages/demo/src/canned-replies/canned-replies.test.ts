import { openPlaces } from '@parley/core/rules/canned-places'
import { cannedProblems, tidyCanned } from '@parley/core/rules/canned-reply'
import { cannedVariables } from '@parley/core/words/canned-replies'
import { languages } from '@parley/core/words/languages'
import { expect, test } from 'vitest'
import { ownReplies, sharedReplies } from './canned-replies.ts'

const all = [...sharedReplies, ...ownReplies].map(({ content }) => content)

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
