import type { TimeOrder } from '@parley/core/conversations/constants'
import { t } from '@parley/core/text/translate'
import { type GridColumn, timeColumn } from '../../ui/lists/GridHeader.tsx'

/** The columns of the list, in an order of its time; `onOrder` is told another one. */
export const conversationColumns = (
  order?: TimeOrder,
  onOrder?: (order: TimeOrder) => void,
): readonly GridColumn[] => [
  { title: t('Customer') },
  { title: t('Last Message') },
  { title: t('Status') },
  { title: t('Assigned') },
  { title: t('Ticket No.') },
  { ...timeColumn(t('Time'), order, onOrder), align: 'end' },
  { title: t('Actions'), align: 'end' },
]
