import type { GridColumn } from '../../ui/lists/GridHeader.tsx'

/** The order is fixed: newest activity first. */
export const conversationColumns: readonly GridColumn[] = [
  { title: 'Customer' },
  { title: 'Last Message' },
  { title: 'Status' },
  { title: 'Assigned' },
  { title: 'Ticket No.' },
  { title: 'Time', align: 'end', sorted: true },
  { title: 'Actions', align: 'end' },
]
