import { dateTimeLabel, local } from './dates.ts'

/** When something was done; the full date as its tooltip. */
export function ApplicationTime({ iso }: { iso: string }) {
  const at = new Date(iso)
  return (
    <time dateTime={iso} title={local.full(at)}>
      {dateTimeLabel(at)}
    </time>
  )
}
