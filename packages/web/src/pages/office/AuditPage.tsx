import { msg, t } from '@parley/core/text/translate'
import { addDays, dayStart } from '@parley/core/text/days'
import { namesApart } from '@parley/core/conversations/rules'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { type AuditFilter, fetchWholeAudit, useAudit } from '../../data/audit/entries.ts'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import { browserZone } from '../../data/capabilities/workspace-day.ts'
import { usePeople } from '../../data/people/people.ts'
import { AuditTable } from '../../features/audit/AuditTable.tsx'
import {
  actionLabel,
  detailText,
  doerLabel,
  type Group,
  groups,
  storedObject,
} from '../../features/audit/words.ts'
import { Button } from '../../ui/Button.tsx'
import { csvTime, csvTimeHeading } from '../../ui/files/csv.ts'
import { CsvButton } from '../../ui/files/CsvButton.tsx'
import { DateRange, type TypedDates } from '../../ui/fields/DateRange.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Older, Records, RecordsFoot } from './Records.tsx'

const anybody = 'anybody'

/** The columns of the file, which has the values as they are stored. */
const columns = [msg('When'), msg('Who'), msg('What'), msg('On what'), msg('Detail'), msg('Address')] as const

/** Days are the workspace's, as the times in the table are; an empty one is no bound. */
function filterOf(group: Group, by: string, { from, to }: TypedDates, zone: string): AuditFilter {
  return {
    actions: groups.find(({ value }) => value === group)?.actions,
    by: by === anybody ? undefined : by,
    from: from === '' ? undefined : dayStart(from, zone).toISOString(),
    until: to === '' ? undefined : dayStart(addDays(to, 1), zone).toISOString(),
  }
}

const problemOf = ({ from, to }: TypedDates): string | null =>
  from !== '' && to !== '' && from > to ? t('The first day is after the last') : null

const countText = (count: number, areMore: boolean): string =>
  count === 1 ? '1 entry' : `${count} ${areMore ? t('newest entries') : 'entries'}`

/** What was done and by whom, newest first; filtered, and as a file. */
export function AuditPage() {
  'use memo'
  const [group, setGroup] = useState<Group>('all')
  const [by, setBy] = useState(anybody)
  const [dates, setDates] = useState<TypedDates>({ from: '', to: '' })
  const { people } = usePeople()
  const nameOf = namesApart(people)
  const { timeZone = browserZone() } = useWorkspaceZone()
  const agentName = (id: string) => {
    const person = people.find(one => one.id === id)
    return person === undefined ? null : nameOf(person)
  }
  const problem = problemOf(dates)
  const filter = filterOf(group, by, problem === null ? dates : { from: '', to: '' }, timeZone)
  const log = useAudit(filter)
  const entries = log.data?.pages.flat() ?? []
  const isFiltered = group !== 'all' || by !== anybody || dates.from !== '' || dates.to !== ''
  const rows = async () =>
    (await fetchWholeAudit(filter)).map(entry => [
      csvTime(entry.at, timeZone),
      doerLabel(entry),
      actionLabel(entry.action),
      storedObject(entry),
      detailText(entry),
      entry.address,
    ])
  return (
    <Records
      query={log}
      isEmpty={entries.length === 0}
      loading={t('Loading the audit log')}
      failed={t('The audit log could not be fetched')}
      spread
      filters={
        <>
          <Select label={t('What')} labelHidden value={group} choices={groups} onChange={setGroup} />
          <Select
            label={t('Who')}
            labelHidden
            value={by}
            choices={[
              { value: anybody, label: t('Anybody') },
              ...people.map(person => ({ value: person.id as string, label: nameOf(person) })),
            ]}
            onChange={setBy}
          />
          <DateRange label={t('Days')} value={dates} onChange={setDates} problem={problem} />
          <Button busy={log.isRefetching} onClick={() => void log.refetch()}>
            {t('Refresh')}
          </Button>
          <CsvButton
            of={t('Audit log')}
            parts={[dates.from, dates.to]}
            header={columns.map(column =>
              column === 'When' ? csvTimeHeading(t(column), timeZone) : t(column),
            )}
            rows={rows}
          />
        </>
      }
    >
      {log.isSuccess && entries.length === 0 && (
        <EmptyState
          icon={<ScrollText size={20} strokeWidth={1.8} aria-hidden="true" />}
          title={t('No entries')}
          hint={isFiltered ? t('Nothing in the log fits these filters') : t('Nothing was done yet')}
        />
      )}
      {entries.length > 0 && (
        <>
          <AuditTable entries={entries} agentName={agentName} timeZone={timeZone} />
          <RecordsFoot>
            {t('{count}. Entries can be neither changed nor deleted here. Times are those of {timeZone}.', {
              count: countText(entries.length, log.hasNextPage),
              timeZone: timeZone.replaceAll('_', ' '),
            })}
            <Older query={log} />
          </RecordsFoot>
        </>
      )}
    </Records>
  )
}
