import { t } from '@parley/core/text/translate'
import type { CannedReplyEntity } from '@parley/core/canned-replies/api'
import { readAttachment } from '@parley/core/read/entities'
import { documentIdOf } from '@parley/core/attachments/rules'
import type { OutboxFile } from '@parley/core/messages/outbox'
import { ApiFailure } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import type { FileToTake } from '../attachments/use-pending-files.ts'

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
    if (cause instanceof ApiFailure && cause.status === 404)
      throw new Error(t('This file is no longer part of the canned reply'), { cause })
    throw cause
  }
}
