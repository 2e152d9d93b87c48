import * as z from 'zod'
import { intentNames } from '../intent/constants.ts'
import { knowledgeLimits, knowledgeStates, nextSteps } from './constants.ts'
import { languages } from '../text/languages.ts'
import { declare } from '../call.ts'
import { AgentId, KnowledgeAnswerId, PathId, Time } from '../ids.ts'
import { textOf, typedText } from '../text/typed.ts'

const { title, topic, question, questions, answer, link } = knowledgeLimits
const questionList = z.array(textOf(question)).max(questions, `must be at most ${questions} questions`)
const said = textOf(answer)
const named = (most: number) => typedText(most).min(1, 'must not be empty')

/** The bot's answer to some questions. A draft may lack fields that a published one needs. */
export const KnowledgeContent = z.object({
  title: named(title),
  /** For instance "Premium". */
  topic: named(topic),
  /** Customers' questions, by language. */
  questions: z.object({ en: questionList, lg: questionList, sw: questionList }),
  /** By language; empty: customers get the English one. */
  answers: z.object({ en: said, lg: said, sw: said }),
  /** Customers with this intent get this answer. */
  intent: z.enum(intentNames).nullable(),
  next: z.enum(nextSteps).nullable(),
  /** Shown below the answer. */
  link: typedText(link).nullable(),
})
export type KnowledgeContent = z.output<typeof KnowledgeContent>

const Editor = z.object({ id: AgentId, name: z.string() })

/** An answer in the list, as last saved. */
export const KnowledgeRow = z.object({
  id: KnowledgeAnswerId,
  title: z.string(),
  topic: z.string(),
  /** The languages with an answer. */
  languages: z.array(z.enum(languages)),
  state: z.enum(knowledgeStates),
  /** Rises with every edit; an edit names the version on which it is based. */
  version: z.int(),
  /** The number of its publications; null: none. */
  published_version: z.int().nullable(),
  updated_at: Time,
  /** Null: no signed-in agent. */
  updated_by: Editor.nullable(),
})
export type KnowledgeRow = z.output<typeof KnowledgeRow>

/** One answer. Customers get `published`, unless it is removed. */
export const KnowledgeAnswer = KnowledgeRow.extend({
  /** Null: never published. */
  published: KnowledgeContent.nullable(),
  published_at: Time.nullable(),
  /** Saved and not published; null: none. */
  draft: KnowledgeContent.nullable(),
  removed: z.boolean(),
})
export type KnowledgeAnswer = z.output<typeof KnowledgeAnswer>

/** A published version of an answer. */
export const KnowledgeVersion = z.object({
  version: z.int(),
  content: KnowledgeContent,
  at: Time,
  by: Editor.nullable(),
})
export type KnowledgeVersion = z.output<typeof KnowledgeVersion>

/** The header of an export file. */
export const knowledgeFormat = { format: 'parley-knowledge', form: 1 } as const

/** All published answers as one file. */
const KnowledgeFile = z.object({
  format: z.literal(knowledgeFormat.format),
  form: z.literal(knowledgeFormat.form),
  answers: z.array(KnowledgeContent),
})
type KnowledgeFile = z.output<typeof KnowledgeFile>

/** The result of an import. */
export const KnowledgeImport = z.object({
  /** New drafts. */
  made: z.int(),
  /** Existing answers that got a draft. */
  changed: z.int(),
  /** Entries without a change. */
  same: z.int(),
  /** Rejected entries, by their place in the file, from 1. */
  wrong: z.array(
    z.object({
      place: z.int(),
      title: z.string().nullable(),
      field: z.string(),
      problem: z.string(),
    }),
  ),
})
export type KnowledgeImport = z.output<typeof KnowledgeImport>

const based = z.object({ version: z.int() })
const edited = ['answer.not-found', 'answer.changed'] as const

export const knowledgeCalls = declare({
  knowledge: {
    method: 'GET',
    path: '/bot/knowledge',
    summary: 'What the bot answers, by topic and title',
    policy: 'desk',
    query: z.object({
      /** Answers that contain all these words, in any language, as last saved. */
      search: z.string().max(100).optional(),
    }),
    reply: z.array(KnowledgeRow),
  },
  knowledgeAnswer: {
    method: 'GET',
    path: '/bot/knowledge/:id',
    summary: 'One answer of the bot, as published and as drafted',
    policy: 'desk',
    params: PathId,
    reply: KnowledgeAnswer,
    problems: ['answer.not-found'],
  },
  createKnowledgeAnswer: {
    method: 'POST',
    path: '/bot/knowledge',
    summary: 'A new answer, as a draft; the same id of the client again is the one that was made',
    policy: 'bot',
    body: z.object({ client_answer_id: z.string().min(1).max(100), content: KnowledgeContent }),
    reply: KnowledgeAnswer,
  },
  saveKnowledgeDraft: {
    method: 'PUT',
    path: '/bot/knowledge/:id/draft',
    summary: 'Save an answer as a draft; customers get what is published',
    policy: 'bot',
    params: PathId,
    body: based.extend({ content: KnowledgeContent }),
    reply: KnowledgeAnswer,
    problems: edited,
  },
  discardKnowledgeDraft: {
    method: 'DELETE',
    path: '/bot/knowledge/:id/draft',
    summary: 'Go back to what is published',
    policy: 'bot',
    params: PathId,
    body: based,
    reply: KnowledgeAnswer,
    problems: [...edited, 'answer.not-published'],
  },
  publishKnowledgeAnswer: {
    method: 'POST',
    path: '/bot/knowledge/:id/publish',
    summary: 'Give customers what was drafted',
    policy: 'bot',
    params: PathId,
    body: based,
    reply: KnowledgeAnswer,
    problems: [...edited, 'answer.taken'],
  },
  removeKnowledgeAnswer: {
    method: 'POST',
    path: '/bot/knowledge/:id/remove',
    summary: 'Take an answer out; it can be brought back',
    policy: 'bot',
    params: PathId,
    body: based,
    reply: KnowledgeAnswer,
    problems: edited,
  },
  restoreKnowledgeAnswer: {
    method: 'POST',
    path: '/bot/knowledge/:id/restore',
    summary: 'Bring back an answer that was taken out',
    policy: 'bot',
    params: PathId,
    body: based,
    reply: KnowledgeAnswer,
    problems: [...edited, 'answer.taken'],
  },
  knowledgeVersions: {
    method: 'GET',
    path: '/bot/knowledge/:id/versions',
    summary: 'All that an answer has said to customers, newest first',
    policy: 'desk',
    params: PathId,
    reply: z.array(KnowledgeVersion),
    problems: ['answer.not-found'],
  },
  knowledgeFile: {
    method: 'GET',
    path: '/bot/knowledge-file',
    summary: 'All published answers as one file',
    policy: 'desk',
    reply: KnowledgeFile,
  },
  readKnowledgeFile: {
    method: 'POST',
    path: '/bot/knowledge-file',
    summary: 'Make drafts of a file’s answers; what is wrong with an entry is said and holds up no other',
    policy: 'bot',
    body: z.object({
      format: z.literal(knowledgeFormat.format),
      form: z.literal(knowledgeFormat.form),
      answers: z.array(z.unknown()).max(knowledgeLimits.entries),
    }),
    reply: KnowledgeImport,
  },
})
