import type { ConversationEntity } from '@parley/core/conversations/api'
import { type ConversationFilter, customerNameOf, statusLabel } from '@parley/core/conversations/rules'
import { t } from '@parley/core/text/translate'
import { fetchWholeList } from '../../../data/conversations/whole-list.ts'
import { type CsvValue, csvName, csvText, csvTime, csvTimeHeading } from '../../../ui/files/csv.ts'
import { offerFile } from '../../../ui/files/offer-file.ts'
import { lastMessageView } from '../rows/LastMessage.tsx'

/** Saves the list of a filter as a file, with those of its rows that are not loaded yet. Rejects with `ApiFailure`. */
export async function exportList(
  filter: ConversationFilter,
  viewerId: string,
  timeZone: string,
): Promise<void> {
  const rows = await fetchWholeList(filter)
  const header = [
    t('Customer'),
    t('Phone number'),
    t('Last Message'),
    t('Status'),
    t('Assigned'),
    t('Ticket No.'),
    t('Unread'),
    csvTimeHeading(t('Time'), timeZone),
  ]
  const text = csvText(
    header,
    rows.map(row => cellsOf(row, viewerId, timeZone)),
  )
  const name = csvName(t('Conversations'), filter.status ?? '', filter.search ?? '')
  offerFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
}

export const exportFailure = (cause: unknown): string =>
  t('The table could not be downloaded: {message}.', {
    message: cause instanceof Error ? cause.message : t('unknown reason'),
  })

function cellsOf(row: ConversationEntity, viewerId: string, timeZone: string): readonly CsvValue[] {
  const { by, text, none } = lastMessageView(row, viewerId)
  return [
    customerNameOf(row),
    row.user.phone_number,
    none ? null : by === null ? text : `${by}: ${text}`,
    statusLabel(row.status),
    row.with_bot ? t('Bot') : (row.agent?.name ?? null),
    row.ticket === null ? null : (row.ticket.ticket_number ?? row.ticket.id),
    row.unread_count,
    row.last_activity === null ? null : csvTime(row.last_activity, timeZone),
  ]
}
