import { z } from 'zod'
import type { CallOptions, ClientOptions } from './client.ts'
import { failureOf, harmless, jsonOf, type Refusal, refusalOf, type Unreached } from './outcome.ts'
import { readTemplate, type Template } from './template.ts'

export type TemplatesOutcome = { outcome: 'read'; templates: Template[] } | Refusal | Unreached

const page = z.looseObject({
  data: z.array(z.unknown()),
  paging: z
    .looseObject({
      cursors: z.looseObject({ after: z.string().optional() }).optional(),
      next: z.string().optional(),
    })
    .optional(),
})

const perPage = 100
/** An account holds 6,000 templates with their languages at most; a list that never ends is not read for ever. */
const mostPages = 100

const fields = 'id,name,language,category,status,quality_score,components'

/**
 * All templates of a business account, page by page; an entry that is none is left out. Changes nothing. Never throws for
 * the network. The next page is asked for by its cursor at our own address: no address of an answer gets our token.
 * @param accountId WhatsApp's id of the business account
 */
export async function readTemplates(
  { apiUrl, version, accessToken, fetch: request = fetch }: Omit<ClientOptions, 'phoneNumberId'>,
  accountId: string,
  { timeoutMs, signal }: CallOptions,
): Promise<TemplatesOutcome> {
  const place = `${apiUrl.replace(/\/$/, '')}/${version}/${encodeURIComponent(accountId)}/message_templates`
  const templates: Template[] = []
  let after: string | null = null
  try {
    for (let count = 0; count < mostPages; count += 1) {
      const query: string = new URLSearchParams({
        fields,
        limit: String(perPage),
        ...(after !== null && { after }),
      }).toString()
      const limit = AbortSignal.timeout(timeoutMs)
      const answer = await request(`${place}?${query}`, {
        headers: { authorization: `Bearer ${accessToken}` },
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      const body = jsonOf(await answer.text())
      if (!answer.ok) return harmless(refusalOf(answer.status, body))
      const read = page.safeParse(body)
      if (!read.success) return { outcome: 'unreached', reason: 'unreadable answer' }
      templates.push(...read.data.data.flatMap(entry => readTemplate(entry) ?? []))
      after = read.data.paging?.cursors?.after ?? null
      if (after === null || read.data.paging?.next === undefined) return { outcome: 'read', templates }
    }
    return { outcome: 'unreached', reason: 'a list without an end' }
  } catch (error) {
    return harmless(failureOf(error))
  }
}
