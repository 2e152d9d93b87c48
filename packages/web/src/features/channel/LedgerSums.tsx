import { msg, t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import type { WebhookLedger } from '@parley/core/channel/webhooks'
import { Box, HStack, Text } from '../../ui/layout/Layout.tsx'
import styles from './ledger.module.css'

const ends = [
  { end: msg('shown'), about: t('as rows of threads') },
  { end: msg('folded'), about: t('into something that is there, as a status into its message') },
  { end: msg('noted'), about: t('kept, and not shown in a conversation') },
  { end: msg('refused'), about: t('with a reason') },
] as const

/** What came and how it ended, as the sum that it is. */
export function LedgerSums({ ledger }: { ledger: WebhookLedger }) {
  return (
    <Box as="section" aria-label={t('Sums')} pad={4}>
      <HStack as="p" align="baseline" wrap size="body" tone="muted" digits className={styles.equation}>
        <span>{rich('{received} received', { received: <b>{ledger.received.toLocaleString()}</b> })}</span>
        {ends.map(({ end, about }, place) => (
          <span key={end} title={about} data-refused={(end === 'refused' && ledger.refused > 0) || undefined}>
            <i>{place === 0 ? '=' : '+'}</i> <b>{ledger[end].toLocaleString()}</b> {t(end)}
          </span>
        ))}
      </HStack>
      {ledger.unfinished > 0 && (
        <Text as="p" role="status" size="list" tone="warn" className={styles.unfinished}>
          {t(
            '{unfinished} not taken in yet: WhatsApp repeats them, and Parley tries them again when it starts.',
            { unfinished: ledger.unfinished.toLocaleString() },
          )}
        </Text>
      )}
    </Box>
  )
}
