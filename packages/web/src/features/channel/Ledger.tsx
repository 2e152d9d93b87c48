import type { ItemCounts, KeptItem, WebhookLedger } from '@parley/core/channel/webhooks'
import { addDays, calendarOf, dayOf, dayStart } from '@parley/core/text/days'
import { msg, t } from '@parley/core/text/translate'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Bar, Series } from '../../ui/charts/StackedBars.tsx'
import { Box, HStack, Text } from '../../ui/layout/Layout.tsx'
import { ScrollBox } from '../../ui/lists/ScrollBox.tsx'
import { Cell, HeaderCell, Table } from '../../ui/lists/Table.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { rich } from '../../ui/rich.ts'
import styles from './channel.module.css'
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
export const StepTable = ({ steps, label, by, timeZone }: StepTableProps) => (
  <LedgerTable label={label} titles={[t('From'), ...figures.map(([, title]) => title)]} align="end">
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
  </LedgerTable>
)

/** Items without a row of their own, newest first, with why or with the message that they are part of. */
export const KeptTable = ({ items, label }: { items: readonly KeptItem[]; label: string }) => (
  <LedgerTable label={label} titles={[t('When'), 'End', t('What'), t('Why or where')]}>
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
  </LedgerTable>
)

interface LedgerTableProps {
  readonly label: string
  readonly titles: readonly string[]
  /** Of all columns but the first. */
  readonly align?: 'end'
  readonly children: ReactNode
}

const LedgerTable = ({ label, titles, align, children }: LedgerTableProps) => (
  <ScrollBox label={label}>
    <Table label={label} density="tight" wide>
      <thead>
        <tr>
          {titles.map((title, n) => (
            <HeaderCell key={title} {...(n > 0 && align && { align })}>
              {title}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody className={styles.rows}>{children}</tbody>
    </Table>
  </ScrollBox>
)

const Into = ({ of }: { of: KeptItem['into'] }) =>
  of === null ? (
    t('Into the same item that came before')
  ) : (
    <Link to={`/conversations/${of.conversation_id}?message=${encodeURIComponent(of.message_id)}`}>
      {t('Show the message')}
    </Link>
  )

const hourMs = 60 * 60_000

/** What the parts of a bar are, from the bottom up. */
export const ledgerSeries: readonly Series[] = [
  { name: t('Shown'), look: 'full' },
  { name: t('Folded'), look: 'pale' },
  { name: t('Noted or refused'), look: 'hatched' },
]

/** A bar for each hour or day of the ledger's span, those too in which nothing came. IANA zone: whose hours and days. */
export function ledgerBars(ledger: WebhookLedger, by: 'hour' | 'day', timeZone: string): readonly Bar[] {
  const steps = new Map(ledger.steps.map(step => [new Date(step.from).getTime(), step]))
  return startsOf(ledger, by, timeZone).map(at => {
    const { shown, folded, noted, refused } = steps.get(at.getTime()) ?? nothingCame
    const { long, short } = stepLabel(at, by, timeZone)
    return {
      label: long,
      short,
      parts: [shown, folded, noted + refused],
      words: t('{shown} shown, {folded} folded, {noted} noted, {refused} refused', {
        shown: shown.toLocaleString(),
        folded: folded.toLocaleString(),
        noted: noted.toLocaleString(),
        refused: refused.toLocaleString(),
      }),
    }
  })
}

/** What an hour or a day that begins then is called: "Mon, Nov 23, 14:00" or "14:00", "Mon, Nov 23" or "Nov 23". */
function stepLabel(at: Date, by: 'hour' | 'day', timeZone: string): { long: string; short: string } {
  const zone = calendarOf(timeZone)
  return by === 'hour'
    ? { long: `${zone.dayPill(at)}, ${zone.clock(at)}`, short: zone.clock(at) }
    : { long: zone.dayPill(at), short: zone.monthDay(at) }
}

const nothingCame = { shown: 0, folded: 0, noted: 0, refused: 0 }

/** The first instants of the span's hours or days, the one that it begins in included. */
function startsOf({ from, until }: WebhookLedger, by: 'hour' | 'day', timeZone: string): readonly Date[] {
  const [first, end] = [new Date(from), new Date(until).getTime()]
  const starts: Date[] = []
  if (by === 'day') {
    for (let day = dayOf(first, timeZone); dayStart(day, timeZone).getTime() < end; day = addDays(day, 1)) {
      starts.push(dayStart(day, timeZone))
    }
    return starts
  }
  // Zones are apart by minutes too: the hours of a day begin as its midnight does.
  const midnight = dayStart(dayOf(first, timeZone), timeZone).getTime()
  const hours = Math.floor((first.getTime() - midnight) / hourMs)
  for (let at = midnight + hours * hourMs; at < end; at += hourMs) starts.push(new Date(at))
  return starts
}
