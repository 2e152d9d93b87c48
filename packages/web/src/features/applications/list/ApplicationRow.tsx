import { t } from '@parley/core/text/translate'
import type { ApplicationRowEntity } from '@parley/core/applications/application'
import { applicationNumber } from '@parley/core/applications/rules'
import { formWord } from '@parley/core/applications/form'
import { phoneLabel } from '@parley/core/customers/rules'
import { Link } from 'react-router'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { ApplicationBadge } from '../ApplicationBadge.tsx'
import { dateLabel, local } from '../dates.ts'
import { applicationPath } from '../list-filter.ts'
import styles from './ApplicationRow.module.css'

interface ApplicationRowProps {
  readonly row: ApplicationRowEntity
  /** Its links are reached with the Tab key. */
  readonly reachable: boolean
}

/** The cells of one application, in the order of the columns. */
export function ApplicationRow({ row, reachable }: ApplicationRowProps) {
  const { customer } = row
  return (
    <>
      <HStack role="gridcell" gap={3}>
        <Avatar name={customer.name} />
        <Grid flex="grow" narrow>
          <Text as="bdi" weight={500} cut className={styles.name} title={customer.name}>
            {customer.name}
          </Text>
          <Text size="meta" tone="faint" cut digits className={styles.meta}>
            {phoneOf(row)}
          </Text>
        </Grid>
      </HStack>
      <Grid role="gridcell" flex="grow" narrow>
        <Text cut className={styles.cut}>
          {formOf(row).first}
        </Text>
        <Text size="meta" tone="faint" cut digits className={styles.meta}>
          {formOf(row).second}
        </Text>
      </Grid>
      <div role="gridcell">
        <ApplicationBadge status={row.status} />
      </div>
      <Text as="div" role="gridcell" tone="muted" nowrap>
        <SubmissionDate row={row} />
      </Text>
      <HStack role="gridcell" gap={4} align="stretch" justify="end" className={styles.actions}>
        <RowLinks row={row} reachable={reachable} />
      </HStack>
    </>
  )
}

/** One application on a phone. */
export function ApplicationCard({ row, reachable }: ApplicationRowProps) {
  const { first, second } = formOf(row)
  return (
    <Grid role="gridcell" narrow className={styles.card}>
      <HStack gap={3} justify="between" className={styles.line}>
        <Text as="bdi" weight={500} cut className={styles.name}>
          {row.customer.name}
        </Text>
        <ApplicationBadge status={row.status} />
      </HStack>
      <HStack gap={3} justify="between" className={styles.line}>
        <Text size="meta" tone="faint" cut digits className={styles.meta}>
          {phoneOf(row)}
        </Text>
        <Text tone="muted" nowrap>
          <SubmissionDate row={row} />
        </Text>
      </HStack>
      <HStack gap={3} justify="between" className={styles.line}>
        <Text size="meta" tone="faint" cut digits className={styles.meta}>
          {first} · {second}
        </Text>
        <HStack as="span" gap={4} align="stretch" justify="end" className={styles.actions}>
          <RowLinks row={row} reachable={reachable} />
        </HStack>
      </HStack>
    </Grid>
  )
}

const phoneOf = ({ customer }: ApplicationRowEntity): string =>
  customer.phone_number === null ? t('Unknown') : phoneLabel(customer.phone_number)

/** What stands under Form Type, or under Policy Type for LIB Flex. */
function formOf(row: ApplicationRowEntity): { readonly first: string; readonly second: string } {
  if (row.kind === 'ipp') return { first: row.form_name, second: row.form_type }
  return { first: row.policy_type === null ? '–' : formWord(row.policy_type), second: row.form_name }
}

function SubmissionDate({ row }: { row: ApplicationRowEntity }) {
  if (row.submission_date === null)
    return (
      <Text size="meta" tone="faint" cut digits className={styles.meta}>
        {t('Not submitted')}
      </Text>
    )
  const at = new Date(row.submission_date)
  return (
    <time dateTime={row.submission_date} title={local.full(at)}>
      {dateLabel(at)}
    </time>
  )
}

/** To the application, and to the conversation that it came through. */
function RowLinks({ row, reachable }: ApplicationRowProps) {
  const tabIndex = reachable ? 0 : -1
  const name = `${row.customer.name}, ${applicationNumber(row)}`
  return (
    <>
      <Link to={applicationPath(row)} tabIndex={tabIndex} aria-label={t('View {name}', { name })}>
        {t('View')}
      </Link>
      {row.conversation_id === null ? (
        <HStack
          as="span"
          inline
          tone="faint"
          className={styles.off}
          title={t('This application has no conversation')}
        >
          {t('Chat')}
        </HStack>
      ) : (
        <Link
          to={`/conversations/${row.conversation_id}`}
          tabIndex={tabIndex}
          aria-label={t('Chat {name}', { name })}
        >
          {t('Chat')}
        </Link>
      )}
    </>
  )
}
