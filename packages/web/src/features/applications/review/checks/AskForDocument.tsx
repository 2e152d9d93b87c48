import { t } from '@parley/core/text/translate'
import { rich } from '../../../../ui/rich.ts'
import type { DocumentType } from '@parley/core/attachments/api'
import type { ApplicationEntity } from '@parley/core/applications/application'
import { isAskable, newestAsk, wasJustAsked } from '@parley/core/applications/rules'
import { documentTypeLabels } from '@parley/core/applications/form'
import { relativeTime } from '@parley/core/notifications/rules'
import { useMutation } from '@tanstack/react-query'
import { failureWords, logFailure } from '../../../../client/action-messages.ts'
import type { ApplicationSource } from '../../../../data/applications/source.ts'
import { Button } from '../../../../ui/Button.tsx'
import { HStack, Text } from '../../../../ui/layout/Layout.tsx'
import { FailureNote } from '../../../../ui/states/FailureNote.tsx'
import { useNow } from '../../../../ui/hooks/use-now.ts'
import styles from './AskForDocument.module.css'

export interface AskForDocumentProps {
  readonly application: ApplicationEntity
  readonly source: ApplicationSource
  /** Of the checklist's item: `attachments.ID_DOCUMENT`. */
  readonly field: string
}

/** Asks the customer in the chat for one document that is missing, and says who asked for it last. */
export function AskForDocument({ application, source, field }: AskForDocumentProps) {
  const type = field.slice(field.indexOf('.') + 1) as DocumentType
  const now = useNow()
  const ask = useMutation({
    mutationFn: () => source.askDocument(application, type),
    onError: cause => logFailure('askForDocument', cause),
  })
  if (!isAskable(application)) return null
  const last = newestAsk(application, type)
  const isJustAsked = wasJustAsked(last, now)
  const words = last === undefined ? t('Ask for it') : t('Ask again')
  return (
    <HStack gap={2} wrap className={styles.ask}>
      <Button
        size="small"
        busy={ask.isPending}
        aria-disabled={isJustAsked}
        aria-label={`${words}: ${documentTypeLabels[type]}`}
        onClick={() => {
          if (!ask.isPending && !isJustAsked) ask.mutate()
        }}
      >
        {words}
      </Button>
      {last !== undefined && (
        <Text as="p" size="meta" tone="muted">
          {rich('Asked {asked_at} by {name}', {
            asked_at: last.asked_at === null ? '' : relativeTime(new Date(last.asked_at), now),
            name: <bdi>{last.asked_by?.name ?? t('an agent')}</bdi>,
          })}
        </Text>
      )}
      {ask.error !== null && (
        <FailureNote onDismiss={() => ask.reset()}>{failureWords('askForDocument', ask.error)}</FailureNote>
      )}
    </HStack>
  )
}
