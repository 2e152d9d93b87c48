import { t } from '@parley/core/text/translate'
import type { GridColumn } from '../../ui/lists/GridHeader.tsx'

/** The order is fixed: newest activity first. */
export const conversationColumns: readonly GridColumn[] = [
  { title: t('Customer') },
  { title: t('Last Message') },
  { title: t('Status') },
  { title: t('Assigned') },
  { title: t('Ticket No.') },
  { title: t('Time'), align: 'end', sorted: true },
  { title: t('Actions'), align: 'end' },
]
