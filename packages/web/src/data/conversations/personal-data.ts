import { api } from '../../client/client.ts'
import { downloadMade } from '../../client/download.ts'

/** Fetches all that is held about a customer, as a zip to be saved. Rejects with `ApiFailure`. */
export const exportCustomer = (id: string): Promise<void> =>
  downloadMade(`/customers/${encodeURIComponent(id)}/export`, `customer-${id}.zip`)

/** Erases a customer; every screen that shows them follows by frames. Rejects with `ApiFailure`. */
export async function eraseCustomer(id: string, erasure: { confirm: string; reason: string }): Promise<void> {
  await api.eraseCustomer({ params: { id }, body: erasure })
}
