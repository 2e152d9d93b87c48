import type { Locator, Page } from '@playwright/test'

export interface Row {
  readonly id: string
  readonly status: string
  readonly form_name: string
  readonly form_type: string
  readonly submission_date: string | null
  readonly policy_type: string | null
  readonly conversation_id: string
  readonly customer: {
    readonly name: string
    readonly phone_number: string
    readonly id_number: string | null
  }
}

export interface Whole extends Row {
  readonly attachments: readonly {
    readonly name: string
    readonly mime_type: string
    readonly document_type: string
    readonly state: string
  }[]
  readonly status_history: readonly {
    readonly changed_at: string
    readonly changed_by: { readonly name: string } | null
    readonly despite: readonly { readonly code: string; readonly field: string; readonly sentence: string }[]
  }[]
  readonly form_data: {
    readonly beneficiaries: readonly {
      readonly name: string | null
      readonly relationship: string | null
      readonly percentage: number | null
    }[]
  } & Readonly<Record<string, unknown>>
  readonly notes: readonly { readonly content: string }[]
  readonly provenance: Readonly<
    Record<string, { readonly source: string; readonly message_id: string | null }>
  >
}

export type Kind = 'ipp' | 'lib'

const get = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async url => {
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
    })
    if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`)
    return (await answer.json()) as T
  }, `/api/v1/applications/${path}`)

/** The server's list for the signed-in page: all applications of a kind, or those of a query. */
export const applicationsOf = (page: Page, kind: Kind, query = ''): Promise<Row[]> =>
  get<Row[]>(page, `${kind}?limit=500${query}`)

/** One application, as the server returns it. */
export const applicationOf = (page: Page, kind: Kind, id: string): Promise<Whole> =>
  get<Whole>(page, `${kind}/${id}`)

/** All applications of a kind, with all details. */
export const wholeApplications = async (page: Page, kind: Kind): Promise<Whole[]> =>
  Promise.all((await applicationsOf(page, kind)).map(({ id }) => applicationOf(page, kind, id)))

export const statusBadge = (page: Page): Locator => page.getByRole('status', { name: 'Status', exact: true })

const statusDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Update Status' })

/** Opens the dialog and chooses a status, without submitting it. */
export async function chooseStatus(page: Page, status: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Update Status' }).click()
  await statusDialog(page).getByRole('radio', { name: status }).check()
  return statusDialog(page)
}
