import { t } from '@parley/core/text/translate'
import { maxTicketText } from '@parley/core/tickets/constants'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import styles from '../TicketEntry.module.css'
import { TicketFailure } from './TicketFailure.tsx'
import { canSendResolution, tooLong } from './ticket-draft.ts'
import type { TicketEdit } from './use-ticket-edit.ts'

const notSaved = {
  'without-text': t('Resolution text was not saved'),
  'without-status': t('Status was not changed'),
} as const

/** How a ticket was resolved. Two steps are saved, the status and the text; what failed of them is tried again from here. */
export function ResolveForm({ edit, resolution }: { edit: TicketEdit; resolution: string }) {
  const { write, changes, resolve } = edit
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    area.current?.focus()
    // With its buttons: the focus alone brings the field into view.
    area.current?.form?.scrollIntoView({ block: 'nearest' })
  }, [])
  const isSendable = canSendResolution(resolution) && changes.length === 0
  const outcome = resolve.data?.outcome ?? 'resolved'
  const cause = resolve.data?.cause
  return (
    <Grid
      as="form"
      aria-label={t('Resolve Ticket')}
      gap={3.5}
      narrow
      className={styles.resolve}
      onSubmit={event => {
        event.preventDefault()
        if (isSendable) edit.saveResolution()
      }}
    >
      <Text as="h5" size="body" weight={600}>
        {t('Resolve Ticket')}
      </Text>
      <TextArea
        ref={area}
        label={t('Resolution Summary')}
        placeholder={t('Describe how the issue was resolved')}
        value={resolution}
        readOnly={resolve.isPending}
        error={tooLong(resolution, maxTicketText)}
        onChange={event => write({ resolution: event.target.value })}
      />
      {!resolve.isPending && outcome === 'failed' && changes.length === 0 && (
        <TicketFailure action="resolveTicket" cause={cause} />
      )}
      {!resolve.isPending && (outcome === 'without-text' || outcome === 'without-status') && (
        <Notice
          tone="warn"
          action={
            <Button size="small" onClick={edit.saveResolution}>
              {t('Try again')}
            </Button>
          }
        >
          {notSaved[outcome]}. {cause instanceof Error && cause.message}
        </Notice>
      )}
      <HStack gap={2} wrap>
        <Button type="submit" variant="primary" busy={resolve.isPending} disabled={!isSendable}>
          {t('Resolve Ticket')}
        </Button>
        <Button onClick={() => write({ resolution: null })}>{t('Cancel')}</Button>
      </HStack>
    </Grid>
  )
}
