import { t } from '@parley/core/text/translate'
import { type RefObject, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { CompleteDetails } from './edit/CompleteDetails.tsx'
import { NotesHistory } from './edit/NotesHistory.tsx'
import { Resolution } from './edit/Resolution.tsx'
import styles from './TicketEntry.module.css'
import { TicketFields } from './edit/TicketFields.tsx'
import { TicketForm } from './edit/TicketForm.tsx'
import { TicketOutcome } from './edit/TicketOutcome.tsx'
import { type TicketEditProps, useTicketEdit } from './edit/use-ticket-edit.ts'

interface TicketEntryProps extends TicketEditProps {
  readonly noteField?: RefObject<HTMLTextAreaElement | null> | undefined
}

/** One ticket, unfolded: what it is about, what can be done with it, and what was done. */
export function TicketEntry({ noteField, ...props }: TicketEntryProps) {
  const edit = useTicketEdit(props)
  const { ticket } = edit
  const [detailed, setDetailed] = useState(false)
  return (
    <Grid gap={3.5} narrow>
      <TicketDescription text={ticket.description} />
      <TicketForm
        edit={edit}
        field={noteField}
        above={
          <Grid gap={3} className={styles.pair}>
            <TicketFields edit={edit} />
          </Grid>
        }
        beside={
          <Button
            size="small"
            variant="quiet"
            aria-expanded={detailed}
            onClick={() => setDetailed(!detailed)}
          >
            {detailed ? t('Hide Complete Details') : t('View Complete Details')}
          </Button>
        }
      />
      <TicketOutcome edit={edit} />
      <Resolution ticket={ticket} />
      {detailed && <CompleteDetails ticket={ticket} />}
      <NotesHistory notes={ticket.notes} />
    </Grid>
  )
}

/** What a ticket is about. */
export const TicketDescription = ({ text }: { text: string }) => (
  <Text as="p" dir="auto" size="list" tone={text === '' ? 'muted' : 'text'} breaks className={styles.text}>
    {text === '' ? t('No description') : text}
  </Text>
)
