import { t } from '@parley/core/text/translate'
import { maxIssueText, maxIssueTitle } from '@parley/core/issues/constants'
import { lengthOf } from '@parley/core/text/length'
import type { IssueDraft } from '../../data/issues/drafts.ts'

/** What is wrong with a draft, by field; empty when it can be created. */
type DraftProblems = Readonly<Partial<Record<'title' | 'description' | 'category', string>>>

/** What keeps a draft from being created. */
export function draftProblems({ title, description, category }: IssueDraft): DraftProblems {
  const tooLong = textProblem(description)
  return {
    ...(title.trim() === '' && { title: t('Say in a few words what the issue is') }),
    ...(lengthOf(title.trim()) > maxIssueTitle && { title: atMost(maxIssueTitle, title) }),
    ...(tooLong !== null && { description: tooLong }),
    ...(category === '' && { category: t('Choose what it is about') }),
  }
}

/** Why a description, a summary or a reason is too long: one sentence, or null. */
export const textProblem = (text: string): string | null =>
  lengthOf(text.trim()) > maxIssueText ? atMost(maxIssueText, text) : null

const atMost = (limit: number, text: string): string =>
  t('At most {limit} characters; this has {length}. Shorten it', { limit, length: lengthOf(text.trim()) })
