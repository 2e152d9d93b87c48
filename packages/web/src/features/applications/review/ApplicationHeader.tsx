import { t } from '@parley/core/text/translate'
import type { ApplicationEntity } from '@parley/core/applications/application'
import { applicationNumber } from '@parley/core/applications/rules'
import { phoneLabel } from '@parley/core/customers/rules'
import { ChevronLeft, MessageSquare, PenLine } from 'lucide-react'
import { Link } from 'react-router'
import { useMutation } from '@tanstack/react-query'
import { rich } from '../../../ui/rich.ts'
import { Button } from '../../../ui/Button.tsx'
import { Center, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { failureWords, logFailure } from '../../../client/action-messages.ts'
import { useFormWork } from '../../../data/applications/source.ts'
import { FailureNote } from '../../../ui/states/FailureNote.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import { ApplicationBadge } from '../ApplicationMarks.tsx'
import { dateTimeLabel, local } from '../dates.ts'
import { applicationsPath, listTitles } from '../list-filter.ts'
import styles from './ApplicationHeader.module.css'

interface ApplicationHeaderProps {
  readonly application: ApplicationEntity
  readonly onUpdateStatus: () => void
}

/** Which form, from whom and since when; how it stands; and the ways to the conversation and to another status. */
export function ApplicationHeader({ application, onUpdateStatus }: ApplicationHeaderProps) {
  const { kind, customer, submission_date: submitted, conversation_id: conversationId } = application
  const begunBy = application.status_history[0]?.changed_by ?? null
  return (
    <HStack as="header" gap={2} wrap className={styles.header}>
      <Center
        as={Link}
        to={applicationsPath[kind]}
        aria-label={t('Back to {listTitles}', { listTitles: listTitles[kind] })}
        flex="none"
        tone="muted"
        className={styles.back}
      >
        <ChevronLeft size={18} strokeWidth={1.8} aria-hidden="true" />
      </Center>
      <div className={styles.words}>
        <HStack wrap className={styles.first}>
          <Text as="h2" size="page" weight={600} breaks className={styles.name}>
            {application.form_name}
          </Text>
          <span role="status" aria-label={t('Status')}>
            <ApplicationBadge status={application.status} />
          </span>
        </HStack>
        <Text as="p" size="list" tone="muted" breaks digits className={styles.facts}>
          <span>{applicationNumber(application)}</span>
          <span>
            {submitted !== null
              ? rich('submitted by {customer} on {time}', {
                  customer: <bdi>{customer.name}</bdi>,
                  time: (
                    <time dateTime={submitted} title={local.full(new Date(submitted))}>
                      {dateTimeLabel(new Date(submitted))}
                    </time>
                  ),
                })
              : begunBy !== null
                ? rich('started by {name} for {customer}, not submitted', {
                    name: <bdi>{begunBy.name}</bdi>,
                    customer: <bdi>{customer.name}</bdi>,
                  })
                : rich('started by {customer}, not submitted', { customer: <bdi>{customer.name}</bdi> })}
          </span>
          <span>
            {customer.phone_number === null ? t('Phone unknown') : phoneLabel(customer.phone_number)}
          </span>
        </Text>
      </div>
      <HStack gap={2} align="stretch" className={styles.ways}>
        {conversationId !== null && (
          <HStack
            as={Link}
            to={`/conversations/${conversationId}`}
            gap={1.5}
            inline
            size="list"
            weight={500}
            tone="text"
            nowrap
            className={styles.way}
          >
            <MessageSquare size={15} strokeWidth={1.8} aria-hidden="true" />
            {t('View Conversation')}
          </HStack>
        )}
        <Button
          variant="primary"
          icon={<PenLine size={15} strokeWidth={1.8} aria-hidden="true" />}
          onClick={onUpdateStatus}
        >
          {t('Update Status')}
        </Button>
      </HStack>
    </HStack>
  )
}

/** That a form can still be filled in, by whom, and the way to have the bot ask for the rest. */
export function DraftNotice({ application }: { application: ApplicationEntity }) {
  const { letBotAsk } = useFormWork()
  const ask = useMutation({
    mutationFn: () => letBotAsk(application),
    onError: cause => logFailure('letBotAsk', cause),
  })
  return (
    <>
      <Notice
        tone="info"
        action={
          <Button
            size="small"
            busy={ask.isPending}
            onClick={() => {
              if (!ask.isPending) ask.mutate()
            }}
          >
            {t('Let the bot ask the rest')}
          </Button>
        }
      >
        {ask.isSuccess
          ? t('The bot asks the customer for the rest. You can still fill in fields.')
          : t(
              'Not submitted yet. You can fill in fields for the customer. Only the customer can give consents and documents.',
            )}
      </Notice>
      {ask.error !== null && (
        <FailureNote onDismiss={() => ask.reset()}>{failureWords('letBotAsk', ask.error)}</FailureNote>
      )}
    </>
  )
}
