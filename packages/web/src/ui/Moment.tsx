import { type Calendar, calendar, momentLabel } from '@parley/core/text/format'
import { useNow } from './hooks/use-now.ts'
import { rich } from './rich.ts'

const local = calendar()

/** When something was: the clock if today, else with its day; the full date as its tooltip. In the browser's zone, unless `days` has another. */
export function Moment({ iso, days = local }: { iso: string; days?: Calendar }) {
  const at = new Date(iso)
  return (
    <time dateTime={iso} title={days.full(at)}>
      {momentLabel(days, at, useNow())}
    </time>
  )
}

/** "Changed 14:02 by Ann.": when, and by whom if that is known. */
export const ChangedBy = ({ at, by }: { at: string; by: { readonly name: string } | null }) =>
  by === null
    ? rich('Changed {time}.', { time: <Moment iso={at} /> })
    : rich('Changed {time} by {name}.', { time: <Moment iso={at} />, name: <bdi>{by.name}</bdi> })
