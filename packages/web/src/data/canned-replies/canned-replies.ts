import { documentIdOf } from '@parley/core/attachments/rules'
import { type CannedContent, CannedReply, type CannedReplyEntity } from '@parley/core/canned-replies/api'
import type { CannedScope } from '@parley/core/canned-replies/constants'
import type { OutboxFile } from '@parley/core/messages/outbox'
import { readAttachment } from '@parley/core/read/entities'
import { tolerant, tolerantList } from '@parley/core/read/tolerant'
import { t } from '@parley/core/text/translate'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ApiFailure, isMissing } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { oneDraft } from '../../client/device/kept-draft.ts'
import { useFresh } from '../../sync/fresh-query.ts'
import type { FileToTake } from '../attachments/pending-files.ts'

const readCannedReply = tolerant(CannedReply)
const readCannedReplies = tolerantList(CannedReply)

const key = ['canned-replies'] as const

/** The shared canned replies and the agent's own; asked for anew when a frame says so, too. */
export const useCannedReplies = () =>
  useFresh(key, async () => readCannedReplies((await api.cannedReplies()).value))

type Seen = Pick<CannedReplyEntity, 'id' | 'version'>

/** What is done with canned replies. Each rejects with `ApiFailure`; what is held follows. */
export function useCannedActions() {
  'use memo'
  const client = useQueryClient()
  return actionsOf(client)
}

/** The canned reply as it is now, of an edit that was overtaken; null for any other failure. */
export const overtakenBy = (cause: unknown): CannedReplyEntity | null =>
  cause instanceof ApiFailure && cause.current !== undefined ? readCannedReply(cause.current) : null

function actionsOf(client: QueryClient) {
  const put = (id: string, reply: CannedReplyEntity | null) =>
    client.setQueryData<readonly CannedReplyEntity[]>(
      key,
      cached => cached && [...cached.filter(one => one.id !== id), ...(reply === null ? [] : [reply])],
    )
  const held = async (ask: Promise<{ readonly value: unknown }>): Promise<CannedReplyEntity> => {
    try {
      const reply = readCannedReply((await ask).value)
      put(reply.id, reply)
      return reply
    } catch (cause) {
      // Whoever was overtaken sees by what.
      const current = overtakenBy(cause)
      if (current !== null) put(current.id, current)
      throw cause
    } finally {
      void client.invalidateQueries({ queryKey: key })
    }
  }
  return {
    create: (client_reply_id: string, scope: CannedScope, content: CannedContent) =>
      held(api.createCannedReply({ body: { client_reply_id, scope, content } })),
    change: ({ id, version }: Seen, content: CannedContent) =>
      held(api.changeCannedReply({ params: { id }, body: { version, content } })),
    /** One that is gone already is no failure. */
    remove: async ({ id, version }: Seen): Promise<void> => {
      try {
        await api.removeCannedReply({ params: { id }, body: { version } })
      } catch (cause) {
        const current = overtakenBy(cause)
        if (current !== null) put(current.id, current)
        if (!isMissing(cause)) throw cause
      } finally {
        void client.invalidateQueries({ queryKey: key })
      }
      put(id, null)
    },
  }
}

/** The files of a canned reply as the composer names them. */
export const filesOf = ({ attachments }: Pick<CannedReplyEntity, 'attachments'>): readonly OutboxFile[] =>
  attachments.map(file => ({
    document_id: documentIdOf(file),
    name: file.name,
    mime_type: file.mime_type,
    size: file.size,
  }))

/** The files of a canned reply, each to become an upload of the agent's own before it can be sent. */
export const filesToTake = (reply: Pick<CannedReplyEntity, 'id' | 'attachments'>): readonly FileToTake[] =>
  filesOf(reply).map(({ document_id, ...file }) => ({
    ...file,
    take: async () => ({ ...file, document_id: await taken(reply.id, document_id) }),
  }))

async function taken(id: string, document_id: string): Promise<string> {
  try {
    const { value } = await api.takeCannedFile({ params: { id }, body: { document_id } })
    return documentIdOf(readAttachment(value))
  } catch (cause) {
    if (isMissing(cause)) throw new Error(t('This file is no longer part of the canned reply'), { cause })
    throw cause
  }
}

/** What somebody has begun on a canned reply and not saved yet. */
export interface CannedDraft {
  /** Of a new one: however often it is sent, it is one canned reply. */
  readonly clientId: string
  /** The version that this was begun on; null: it is new. */
  readonly base: number | null
  /** Of a new one: whose it is to be. */
  readonly scope: CannedScope
  readonly content: CannedContent
  /** Files uploaded while it was written; absent: none. */
  readonly uploads?: readonly OutboxFile[]
}

/** @param replyId null for the new one */
export const cannedDraftKey = (agentId: string, replyId: string | null): string =>
  `canned-draft:${agentId}:${replyId ?? 'new'}`

// The fields are shown once the device has answered, so nothing can be written before.
export const cannedDrafts = oneDraft<CannedDraft>()
