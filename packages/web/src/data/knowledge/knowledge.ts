import type { KnowledgeAnswer, KnowledgeContent, KnowledgeRow } from '@parley/core/knowledge/api'
import { t } from '@parley/core/text/translate'
import { keepPreviousData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { isMissing } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { oneDraft } from '../../client/device/kept-draft.ts'
import { useFresh } from '../../sync/fresh-query.ts'
import { heldWrite } from '../../sync/take-answer.ts'
import { offerFile } from '../../ui/files/offer-file.ts'

const rowsKey = ['bot', 'knowledge'] as const
const answerKey = (id: string) => ['bot', 'answer', id] as const

/** Answers by topic and title: all, or those with these words; asked for anew when a frame says so, too. */
export const useKnowledge = (search: string) =>
  useFresh(
    [...rowsKey, search],
    async () => (await api.knowledge({ query: search === '' ? {} : { search } })).value as KnowledgeRow[],
    { placeholderData: keepPreviousData },
  )

/** One answer, as it is published and as it was saved; the same way. Null asks nothing. */
export const useKnowledgeAnswer = (id: string | null) =>
  useFresh(
    answerKey(id ?? ''),
    async () => (await api.knowledgeAnswer({ params: { id: id ?? '' } })).value as KnowledgeAnswer,
    { enabled: id !== null, retry: (tries, cause) => !isMissing(cause) && tries < 3 },
  )

/** What it has said to customers, newest first. */
export const useKnowledgeVersions = (id: string) =>
  useFresh(
    [...answerKey(id), 'versions'],
    async () => (await api.knowledgeVersions({ params: { id } })).value,
    { gcTime: 0 },
  )

type Seen = Pick<KnowledgeAnswer, 'id' | 'version'>

/** What is done with answers. Each rejects with `ApiFailure`; what is held follows. */
export function useKnowledgeActions() {
  'use memo'
  const client = useQueryClient()
  return actionsOf(client)
}

function actionsOf(client: QueryClient) {
  const hold = (value: unknown): KnowledgeAnswer => {
    const answer = value as KnowledgeAnswer
    client.setQueryData(answerKey(answer.id), answer)
    return answer
  }
  // Whoever was overtaken sees by whom.
  const held = (ask: Promise<{ readonly value: unknown }>): Promise<KnowledgeAnswer> =>
    heldWrite(() => ask, hold).finally(() => void client.invalidateQueries({ queryKey: rowsKey }))
  const of = ({ id, version }: Seen) => ({ params: { id }, body: { version } })
  return {
    create: (client_answer_id: string, content: KnowledgeContent) =>
      held(api.createKnowledgeAnswer({ body: { client_answer_id, content } })),
    save: ({ id, version }: Seen, content: KnowledgeContent) =>
      held(api.saveKnowledgeDraft({ params: { id }, body: { version, content } })),
    publish: (answer: Seen) => held(api.publishKnowledgeAnswer(of(answer))),
    discard: (answer: Seen) => held(api.discardKnowledgeDraft(of(answer))),
    remove: (answer: Seen) => held(api.removeKnowledgeAnswer(of(answer))),
    restore: (answer: Seen) => held(api.restoreKnowledgeAnswer(of(answer))),
  }
}

/** Offers all that is published as one file. Rejects with `ApiFailure`. */
export async function downloadKnowledge(): Promise<void> {
  const { value } = await api.knowledgeFile()
  const text = `${JSON.stringify(value, null, 2)}\n`
  offerFile(new Blob([text], { type: 'application/json' }), 'parley-knowledge.json')
}

/** What was chosen is no knowledge file. */
export class NoKnowledgeFile extends Error {
  constructor(cause?: unknown) {
    super(t('This is not a knowledge file. Download one to see the format'), { cause })
    this.name = 'NoKnowledgeFile'
  }
}

/** Makes drafts of a file. Rejects with `NoKnowledgeFile` or `ApiFailure`. */
export async function readKnowledge(file: File) {
  const body = readJson(await file.text())
  const { format, form, answers } = body
  if (format !== 'parley-knowledge' || form !== 1 || !Array.isArray(answers)) throw new NoKnowledgeFile()
  return (await api.readKnowledgeFile({ body: { format, form, answers } })).value
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(text) as object) }
  } catch (cause) {
    throw new NoKnowledgeFile(cause)
  }
}

/** What somebody has begun on an answer and not saved yet. */
export interface AnswerDraft {
  /** Of a new one: however often it is sent, it is one answer. */
  readonly clientId: string
  /** What it was when this was begun, or when a colleague's edit was last taken in; null: it is new. */
  readonly base: { readonly version: number; readonly content: KnowledgeContent } | null
  readonly content: KnowledgeContent
}

/** @param answerId null for the new one */
export const answerDraftKey = (agentId: string, answerId: string | null): string =>
  `answer-draft:${agentId}:${answerId ?? 'new'}`

// The fields are shown once the device has answered, so nothing can be written before.
export const answerDrafts = oneDraft<AnswerDraft>()
