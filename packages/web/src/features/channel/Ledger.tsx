import { msg, t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import type { ItemCounts, KeptItem, WebhookLedger } from '@parley/core/channel/webhooks'
import { Box, HStack, Text } from '../../ui/layout/Layout.tsx'
import styles from './ledger.module.css'
import { Link } from 'react-router'
import { Moment } from '../../ui/Moment.tsx'
import { ScrollBox } from '../../ui/lists/ScrollBox.tsx'
import { Cell, HeaderCell, Table } from '../../ui/lists/Table.tsx'
import { stepLabel } from './ledger-bars.ts'
import { endLabel, nounLabel } from './words.ts'

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

const figures = [
  ['received', t('Received')],
  ['shown', t('Shown')],
  ['folded', t('Folded')],
  ['noted', t('Noted')],
  ['refused', t('Refused')],
] as const satisfies readonly (readonly [keyof ItemCounts, string])[]

type StepTableProps = {
  steps: WebhookLedger['steps']
  label: string
  by: 'hour' | 'day'
  /** IANA: the workspace's, whose hours and days they are. */
  timeZone: string
}

/** The sums of each hour or day in which anything came, the newest first. */
export function StepTable({ steps, label, by, timeZone }: StepTableProps) {
  return (
    <ScrollBox label={label}>
      <Table label={label} density="tight" wide>
        <thead>
          <tr>
            <HeaderCell>{t('From')}</HeaderCell>
            {figures.map(([key, title]) => (
              <HeaderCell key={key} align="end">
                {title}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody className={styles.rows}>
          {steps.toReversed().map(step => (
            <tr key={step.from}>
              <Cell>
                <time dateTime={step.from}>{stepLabel(new Date(step.from), by, timeZone).long}</time>
              </Cell>
              {figures.map(([key]) => (
                <Cell key={key} align="end">
                  {step[key].toLocaleString()}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </ScrollBox>
  )
}

/** Items without a row of their own, newest first, with why or with the message that they are part of. */
export function KeptTable({ items, label }: { items: readonly KeptItem[]; label: string }) {
  return (
    <ScrollBox label={label}>
      <Table label={label} density="tight" wide>
        <thead>
          <tr>
            {[t('When'), 'End', t('What'), t('Why or where')].map(title => (
              <HeaderCell key={title}>{title}</HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody className={styles.rows}>
          {items.map(item => (
            <tr key={item.id}>
              <Cell>
                <Moment iso={item.at} />
              </Cell>
              <Cell data-refused={item.end === 'refused' || undefined}>{endLabel(item.end)}</Cell>
              <Cell>{nounLabel(item.noun)}</Cell>
              <Cell>{item.end === 'folded' ? <Into of={item.into} /> : item.reason}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </ScrollBox>
  )
}

const Into = ({ of }: { of: KeptItem['into'] }) =>
  of === null ? (
    t('Into the same item that came before')
  ) : (
    <Link to={`/conversations/${of.conversation_id}?message=${encodeURIComponent(of.message_id)}`}>
      {t('Show the message')}
    </Link>
  )
