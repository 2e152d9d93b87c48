import { knowledgeCalls, knowledgeFormat } from '@parley/core/knowledge/api'
import type { Writer } from '../db/write.ts'
import { knowledgeAnswerId } from '../http/ids.ts'
import { type Http, mount } from '../http/mount.ts'
import {
  createAnswer,
  discardDraft,
  type Edit,
  publishAnswer,
  removeAnswer,
  restoreAnswer,
  saveDraft,
} from './actions.ts'
import { importKnowledge } from './import.ts'
import { knowledgeAnswer, knowledgeRows, knowledgeVersions, publishedKnowledge } from './queries.ts'

export function knowledgeRoutes(http: Http, writer: Writer): void {
  const { db } = writer
  interface Asked {
    readonly params: { readonly id: string }
    readonly body: { readonly version: number }
    readonly caller: Edit['by']
  }
  const edited = async ({ params, body, caller }: Asked, make: (edit: Edit) => Promise<void>) => {
    const id = knowledgeAnswerId(params.id)
    await make({ id, version: body.version, by: caller })
    return knowledgeAnswer(db, id)
  }

  mount(http, knowledgeCalls, {
    knowledge: ({ query }) => knowledgeRows(db, query.search ?? ''),
    knowledgeAnswer: ({ params }) => knowledgeAnswer(db, knowledgeAnswerId(params.id)),
    createKnowledgeAnswer: async ({ body, caller }) =>
      knowledgeAnswer(db, await createAnswer(writer, body.client_answer_id, body.content, caller)),
    saveKnowledgeDraft: asked => edited(asked, edit => saveDraft(writer, edit, asked.body.content)),
    discardKnowledgeDraft: asked => edited(asked, edit => discardDraft(writer, edit)),
    publishKnowledgeAnswer: asked => edited(asked, edit => publishAnswer(writer, edit)),
    removeKnowledgeAnswer: asked => edited(asked, edit => removeAnswer(writer, edit)),
    restoreKnowledgeAnswer: asked => edited(asked, edit => restoreAnswer(writer, edit)),
    knowledgeVersions: ({ params }) => knowledgeVersions(db, knowledgeAnswerId(params.id)),
    knowledgeFile: async () => ({
      ...knowledgeFormat,
      answers: (await publishedKnowledge(db)).answers.map(({ content }) => content),
    }),
    readKnowledgeFile: ({ body, caller }) => importKnowledge(writer, body.answers, caller),
  })
}
