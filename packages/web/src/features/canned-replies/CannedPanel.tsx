import { t } from '@parley/core/text/translate'
import type { CannedReplyEntity } from '@parley/core/canned-replies/api'
import { foundCanned } from '@parley/core/canned-replies/rules'
import type { CannedScope } from '@parley/core/canned-replies/constants'
import { languageNames } from '@parley/core/text/languages'
import { MessageSquareDashed, MessageSquareQuote, Plus } from 'lucide-react'
import { useState } from 'react'
import { failureWords } from '../../client/action-messages.ts'
import { useCannedReplies } from '../../data/canned-replies/canned-replies.ts'
import { useMay } from '../../data/capabilities/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Box, Center, Grid, HStack, Text, VStack } from '../../ui/layout/Layout.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { SearchField } from '../../ui/fields/ListSearch.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { CannedEditor, CannedReading, usedWords } from './CannedEditor.tsx'
import { FileCount, Shortcut, Whose } from './CannedFiles.tsx'
import type { FileList } from './FilesField.tsx'
import styles from './canned.module.css'

interface CannedPanelProps {
  readonly agentId: string
  /** The one that is shown, "new" for a new one, null for none. */
  readonly chosen: string | null
  /** What a new one's shortcut begins as. */
  readonly shortcut: string
  /** How the files of the one that is edited are drawn. */
  readonly fileList: FileList
  readonly onChoose: (chosen: string | null) => void
}

const alphabet = new Intl.Collator('en', { numeric: true })

/** Canned replies: found at the left, edited at the right. On a narrow screen one of them at a time. */
export function CannedPanel({ agentId, chosen, shortcut, fileList, onChoose }: CannedPanelProps) {
  const [search, setSearch] = useState('')
  const [scope, setScope] = useState<CannedScope | 'all'>('all')
  const mayShare = useMay('shared-replies')
  const query = useCannedReplies()
  const all = query.data ?? []
  const found = foundCanned(all, {
    typed: search.replace(/^\s*\//, ''),
    scope: scope === 'all' ? null : scope,
    intent: null,
  }).toSorted((a, b) => alphabet.compare(a.shortcut, b.shortcut))
  const shown = all.find(({ id }) => id === chosen) ?? null
  const edited = { agentId, mayShare, shortcut, fileList, onShow: onChoose }
  return (
    <Grid full className={styles.panes} data-chosen={chosen !== null || undefined}>
      <VStack className={styles.side}>
        <HStack gap={2} wrap flex="none" rule="bottom" className={styles.bar}>
          <SearchField
            label={t('Search canned replies')}
            placeholder={t('Search canned replies...')}
            value={search}
            onChange={setSearch}
          />
          <Select
            label={t('Visibility')}
            labelHidden
            value={scope}
            onChange={setScope}
            choices={[
              { value: 'all', label: t('All') },
              { value: 'own', label: t('Mine') },
              { value: 'shared', label: t('Shared') },
            ]}
          />
          <Button
            icon={<Plus size={15} strokeWidth={1.8} aria-hidden="true" />}
            onClick={() => onChoose('new')}
          >
            {t('New canned reply')}
          </Button>
        </HStack>
        {query.isPending && <Spinner label={t('Loading canned replies')} />}
        {query.isError && query.data === undefined && (
          <RetryState
            title={failureWords('fetchCannedReplies', query.error)}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isSuccess && all.length === 0 && (
          <EmptyState
            icon={<MessageSquareDashed size={20} strokeWidth={1.6} aria-hidden="true" />}
            title={t('There are no canned replies yet')}
            hint={t('Save texts that you send often. Type / in the composer to insert them.')}
          />
        )}
        {all.length > 0 && found.length === 0 && (
          <Center as="p" size="list" tone="muted" className={styles.nothing}>
            {t('No canned replies found.')}
          </Center>
        )}
        {found.length > 0 && <Rows replies={found} chosen={chosen} onChoose={onChoose} />}
      </VStack>
      <Box className={styles.pane}>
        {chosen === 'new' && <CannedEditor key="new" reply={null} {...edited} />}
        {shown !== null &&
          (shown.scope === 'own' || mayShare ? (
            <CannedEditor key={shown.id} reply={shown} {...edited} />
          ) : (
            <CannedReading key={shown.id} reply={shown} onShow={onChoose} />
          ))}
        {chosen !== null && chosen !== 'new' && shown === null && query.isSuccess && (
          <EmptyState
            title={t('Canned reply not found')}
            hint={t('It was deleted, or it belongs to another agent.')}
            action={<Button onClick={() => onChoose(null)}>{t('All canned replies')}</Button>}
          />
        )}
        {chosen === null && all.length > 0 && (
          <Center size="list" tone="muted" className={styles.nothing}>
            <EmptyState
              icon={<MessageSquareQuote size={20} strokeWidth={1.7} aria-hidden="true" />}
              title={t('No canned reply selected')}
              hint={t('Choose a canned reply to read or edit it.')}
            />
          </Center>
        )}
      </Box>
    </Grid>
  )
}

interface RowsProps {
  readonly replies: readonly CannedReplyEntity[]
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}

function Rows({ replies, chosen, onChoose }: RowsProps) {
  return (
    <Box as="ul" flex="fill" className={styles.rows} aria-label={t('Canned replies')}>
      {replies.map(reply => (
        <li key={reply.id}>
          <Grid
            as="button"
            type="button"
            tone="text"
            className={styles.row}
            aria-current={reply.id === chosen || undefined}
            onClick={() => onChoose(reply.id)}
          >
            <HStack as="span" gap={2} flex="shrink" size="meta" tone="muted">
              <Shortcut>{reply.shortcut}</Shortcut>
              <Whose scope={reply.scope} />
            </HStack>
            <Text size="list" weight={500} cut dir="auto">
              {reply.title}
            </Text>
            <HStack as="span" gap={2} flex="shrink" size="meta" tone="muted">
              <Text flex="grow" cut>
                {[
                  ...(reply.language === null ? [] : [languageNames[reply.language]]),
                  usedWords(reply.uses),
                ].join(' · ')}
              </Text>
              <FileCount count={reply.attachments.length} />
              <Moment iso={reply.updated_at} />
            </HStack>
          </Grid>
        </li>
      ))}
    </Box>
  )
}
