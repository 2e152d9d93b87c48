import { t } from '@parley/core/text/translate'
import type { WebhookLedger } from '@parley/core/channel/webhooks'
import { addDays, calendarOf, dayOf, dayStart } from '@parley/core/text/days'
import type { Bar, Series } from '../../ui/charts/StackedBars.tsx'

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
    const { shown, folded, noted, refused } = steps.get(at.getTime()) ?? nothing
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
export function stepLabel(at: Date, by: 'hour' | 'day', timeZone: string): { long: string; short: string } {
  const zone = calendarOf(timeZone)
  return by === 'hour'
    ? { long: `${zone.dayPill(at)}, ${zone.clock(at)}`, short: zone.clock(at) }
    : { long: zone.dayPill(at), short: zone.monthDay(at) }
}

const nothing = { shown: 0, folded: 0, noted: 0, refused: 0 }

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
