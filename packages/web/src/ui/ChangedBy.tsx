import { rich } from './rich.ts'
import { Moment } from './Moment.tsx'

/** "Changed 14:02 by Ann.": when, and by whom if that is known. */
export const ChangedBy = ({
  at,
  by,
}: {
  readonly at: string
  readonly by: { readonly name: string } | null
}) =>
  by === null
    ? rich('Changed {time}.', { time: <Moment iso={at} /> })
    : rich('Changed {time} by {name}.', { time: <Moment iso={at} />, name: <bdi>{by.name}</bdi> })
