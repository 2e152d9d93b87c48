import { t } from '@parley/core/text/translate'
import type { TicketEntity } from '@parley/core/tickets/api'
import { Fact } from '../../ui/lists/Facts.tsx'
import { Moment } from '../../ui/Moment.tsx'

/** When a ticket was raised, changed and opened again, as `Fact`s. */
export const TicketTimes = ({
  ticket: { created_at, updated_at, reopened_at },
}: {
  ticket: TicketEntity
}) => (
  <>
    <Fact name={t('Created')}>
      <Moment iso={created_at} />
    </Fact>
    <Fact name={t('Last updated')}>
      <Moment iso={updated_at} />
    </Fact>
    {reopened_at !== null && (
      <Fact name={t('Reopened')}>
        <Moment iso={reopened_at} />
      </Fact>
    )}
  </>
)
