import { basePath } from '@parley/core/api'
import { Attachment } from '@parley/core/api/attachments'
import type { FastifyInstance } from 'fastify'

/** Uploads one file as an agent. */
export async function upload(
  app: FastifyInstance,
  agent: { readonly token: string },
  name: string,
  bytes: string,
): Promise<Attachment> {
  const response = await app.inject({
    method: 'POST',
    url: `${basePath}/attachments/documents/upload`,
    headers: {
      authorization: `Bearer ${agent.token}`,
      'content-type': 'multipart/form-data; boundary=cut',
    },
    payload: `--cut\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${bytes}\r\n--cut--\r\n`,
  })
  return Attachment.parse(response.json())
}
