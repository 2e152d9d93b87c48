import { basePath } from '@parley/core/calls'
import { Attachment } from '@parley/core/attachments/api'
import type { FastifyInstance } from 'fastify'

export async function upload(
  app: FastifyInstance,
  agent: { readonly token: string },
  name: string,
  bytes: string | Buffer,
): Promise<Attachment> {
  const response = await app.inject({
    method: 'POST',
    url: `${basePath}/attachments/documents/upload`,
    headers: {
      authorization: `Bearer ${agent.token}`,
      'content-type': 'multipart/form-data; boundary=cut',
    },
    payload: Buffer.concat([
      Buffer.from(`--cut\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
      Buffer.from('\r\n--cut--\r\n'),
    ]),
  })
  return Attachment.parse(response.json())
}
