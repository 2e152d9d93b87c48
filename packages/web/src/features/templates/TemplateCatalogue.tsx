import { plural, t } from '@parley/core/text/translate'
import type { AccountTemplates, TemplateEntity } from '@parley/core/templates/api'
import { statusLabel, templateMatches, templateProblem, templateTitle } from '@parley/core/templates/rules'
import { MessageSquareDashed } from 'lucide-react'
import { useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useAllTemplates } from '../../data/templates/templates.ts'
import { rich } from '../../ui/rich.ts'
import { Button } from '../../ui/Button.tsx'
import { SearchField } from '../../ui/fields/ListSearch.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import { Box, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import styles from './TemplateCatalogue.module.css'
import { aboutWords, stateTone, TemplatePreview } from './TemplatePreview.tsx'

const all = ''
const notRefreshed = (cause: unknown) => laterFailureWords('refreshTemplates', cause)

/** All templates as WhatsApp has them, with their states; they are written and approved there. */
export function TemplateCatalogue() {
  const { query, isReading, refresh } = useAllTemplates()
  const { busy, failure, run } = useAction(notRefreshed)
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState(all)
  const accounts = query.data
  if (accounts === undefined) {
    if (!query.isError) return <Spinner label={t('Loading templates…')} />
    return (
      <RetryState
        title={t('Failed to fetch templates')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
        action={t('Try again')}
      />
    )
  }
  if (accounts.length === 0) {
    return (
      <EmptyState
        icon={<MessageSquareDashed size={20} strokeWidth={1.6} aria-hidden="true" />}
        title={t('Templates are not set up')}
        hint={t('Set WHATSAPP_BUSINESS_ACCOUNT_ID, the id of the WhatsApp Business account, on the server.')}
      />
    )
  }
  const templates = accounts.flatMap(account => account.templates)
  const states = [...new Set(templates.map(one => one.status))].toSorted()
  const isShown = (one: TemplateEntity) =>
    (status === all || one.status === status) && templateMatches(one, search)
  return (
    <Grid narrow gap={3}>
      <HStack gap={2} wrap role="group" aria-label={t('Filters')}>
        <Box flex="grow">
          <SearchField
            label={t('Search templates')}
            placeholder={t('Search templates')}
            value={search}
            onChange={setSearch}
          />
        </Box>
        <Select
          label={t('State')}
          labelHidden
          value={status}
          choices={[
            { value: all, label: t('All states') },
            ...states.map(one => ({ value: one, label: statusLabel(one) })),
          ]}
          onChange={setStatus}
        />
        <Button busy={busy || isReading} onClick={() => void run(refresh)}>
          {t('Refresh')}
        </Button>
      </HStack>
      {failure !== null && <FailureNote>{failure}</FailureNote>}
      {accounts.map(account => (
        <Account key={account.numbers.join(' ')} account={account} isShown={isShown} />
      ))}
      <Text as="p" size="meta" tone="muted">
        {t(
          'Templates are written and sent for approval in WhatsApp Manager. Changes come here by themselves.',
        )}
      </Text>
    </Grid>
  )
}

interface AccountProps {
  readonly account: AccountTemplates
  readonly isShown: (template: TemplateEntity) => boolean
}

function Account({ account: { numbers, read_at: readAt, problem, templates }, isShown }: AccountProps) {
  const shown = templates.filter(isShown)
  const name = numbers.length === 0 ? 'WhatsApp' : numbers.join(', ')
  return (
    <Grid as="section" narrow gap={2} aria-label={t('Templates of {name}', { name })}>
      <HStack gap={2} wrap size="meta" tone="muted">
        {numbers.length > 0 && (
          <Text as="h3" size="list" weight={600} tone="text">
            {name}
          </Text>
        )}
        <span role="status">
          {plural(shown.length, { one: '{count} template', other: '{count} templates' })}
        </span>
        <span>
          {readAt === null
            ? t('Not read from WhatsApp yet')
            : rich('Last read from WhatsApp: {time}', { time: <Moment iso={readAt} /> })}
        </span>
      </HStack>
      {problem !== null && (
        <Notice tone="warn">{t('These may be out of date. {problem}', { problem })}</Notice>
      )}
      {shown.length === 0 && templates.length > 0 && (
        <EmptyState title={t('No templates found')} hint={t('Try other words, or another state.')} />
      )}
      <Grid as="ul" narrow aria-label={t('Templates')} className={styles.list}>
        {shown.map(template => (
          <Line key={`${template.language} ${template.name}`} template={template} />
        ))}
      </Grid>
    </Grid>
  )
}

function Line({ template }: { readonly template: TemplateEntity }) {
  const { name, status, reason, body } = template
  const problem = templateProblem(template, { wantsMarketing: true })
  return (
    <li className={styles.line}>
      <details>
        <summary>
          <HStack as="span" gap={2} justify="between" wrap>
            <Text size="list" weight={500}>
              {templateTitle(template)}
            </Text>
            <Badge tone={stateTone(status)}>{statusLabel(status)}</Badge>
          </HStack>
          <Text size="meta" tone="muted" className={styles.words}>
            {aboutWords(template)}
          </Text>
          {problem !== null && (
            <Text size="meta" className={styles.words}>
              {reason != null
                ? t('{problem} Its reason: {reason}.', { problem, reason: statusLabel(reason) })
                : problem}
            </Text>
          )}
          <Text size="list" tone="muted" cut dir="auto" className={styles.words}>
            {body}
          </Text>
        </summary>
        <Grid gap={2} className={styles.preview}>
          <TemplatePreview template={template} values={{}} fileName={null} />
          <Text as="p" size="meta" tone="muted" breaks>
            {t('Name at WhatsApp: {name}', { name })}
          </Text>
        </Grid>
      </details>
    </li>
  )
}
