import type { UniqueUsers, UniqueUsersDay } from '../api/reports.ts'
import { dayOf, fieldsOf, listOf, numberOf } from './value.ts'

/** Reads the unique-user statistics (DATA-18, DATA-19). Never throws; days without a date are left out, missing counts are 0. */
export function readUniqueUsers(raw: unknown): UniqueUsers {
  const { summary, daily } = fieldsOf(raw)
  const fields = fieldsOf(summary)
  const count = (name: string) => numberOf(fields[name]) ?? 0
  return {
    summary: {
      start_date: dayOf(fields['start_date']) ?? '',
      end_date: dayOf(fields['end_date']) ?? '',
      total_unique_users: count('total_unique_users'),
      total_new_users: count('total_new_users'),
      total_bot_users: count('total_bot_users'),
      total_agent_users: count('total_agent_users'),
      total_mixed_users: count('total_mixed_users'),
    },
    ...(Array.isArray(daily) && { daily: listOf(daily).flatMap(readDay) }),
  }
}

function readDay(raw: unknown): UniqueUsersDay[] {
  const fields = fieldsOf(raw)
  const date = dayOf(fields['date'])
  if (date === null) return []
  return [
    {
      date,
      unique_users: numberOf(fields['unique_users']) ?? 0,
      new_users: numberOf(fields['new_users']) ?? 0,
    },
  ]
}
