import type { MessageStats, MessageStatsDay } from '../api/reports.ts'
import { dayOf, fieldsOf, listOf, numberOf } from './value.ts'

/** Reads the message statistics (DATA-20, DATA-21). Never throws; days without a date are left out, missing counts are 0. */
export function readMessageStats(raw: unknown): MessageStats {
  const { summary, daily } = fieldsOf(raw)
  const fields = fieldsOf(summary)
  const number = (of: Readonly<Record<string, unknown>>, name: string) => numberOf(of[name]) ?? 0
  const inbound = fieldsOf(fields['inbound'])
  const outbound = fieldsOf(fields['outbound'])
  const sources = fieldsOf(outbound['by_source'])
  return {
    summary: {
      start_date: dayOf(fields['start_date']) ?? '',
      end_date: dayOf(fields['end_date']) ?? '',
      total_messages: number(fields, 'total_messages'),
      inbound: {
        total: number(inbound, 'total'),
        by_source: { USER: number(fieldsOf(inbound['by_source']), 'USER') },
      },
      outbound: {
        total: number(outbound, 'total'),
        by_source: { BOT: number(sources, 'BOT'), AGENT: number(sources, 'AGENT') },
      },
      active_conversations: number(fields, 'active_conversations'),
      bot_automation_rate: number(fields, 'bot_automation_rate'),
      agent_handling_rate: number(fields, 'agent_handling_rate'),
    },
    ...(Array.isArray(daily) && { daily: listOf(daily).flatMap(readDay) }),
  }
}

function readDay(raw: unknown): MessageStatsDay[] {
  const fields = fieldsOf(raw)
  const date = dayOf(fields['message_date'])
  if (date === null) return []
  const count = (name: string) => numberOf(fields[name]) ?? 0
  return [
    {
      message_date: date,
      total_messages: count('total_messages'),
      total_inbound: count('total_inbound'),
      total_outbound: count('total_outbound'),
      outbound_bot: count('outbound_bot'),
      outbound_agent: count('outbound_agent'),
      active_conversations: count('active_conversations'),
      bot_automation_percentage: count('bot_automation_percentage'),
    },
  ]
}
