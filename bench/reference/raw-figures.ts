/**
 * The figures of a range straight from the messages and tickets, in plain SQL on the product's own indexes. `$1` and `$2`
 * are the range's first instant and the first one after it.
 */
const counted = `m.at >= $1 and m.at < $2 and m.source <> 'SYSTEM' and m.status <> 'failed'
  and m.message_type not in ('reaction', 'edit', 'revoke')`

export const rawFigures = {
  'statistics/unique-users': `
    with people as (
      select c.customer_id, min(m.at) filter (where m.source = 'CUSTOMER') as first_at,
        bool_or(m.source = 'BOT') as bot, bool_or(m.source = 'AGENT') as agent
      from messages m join conversations c on c.id = m.conversation_id
      where ${counted} group by c.customer_id having bool_or(m.source = 'CUSTOMER')
    )
    select count(*)::int as total_unique_users,
      (count(*) filter (where not exists (
        select 1 from conversations c join messages m on m.conversation_id = c.id
        where c.customer_id = p.customer_id and m.source = 'CUSTOMER' and m.at < $1)))::int as total_new_users,
      (count(*) filter (where bot and not agent))::int as total_bot_users,
      (count(*) filter (where agent and not bot))::int as total_agent_users,
      (count(*) filter (where bot and agent))::int as total_mixed_users
    from people p`,
  'statistics/message-stats': `
    select count(*)::int as total_messages, (count(*) filter (where m.source = 'CUSTOMER'))::int as inbound,
      (count(*) filter (where m.source = 'BOT'))::int as bot, (count(*) filter (where m.source = 'AGENT'))::int as agent,
      count(distinct m.conversation_id)::int as active_conversations
    from messages m where ${counted}`,
  'performance/metrics-summary': `
    with wrote as (
      select m.agent_id, m.conversation_id, count(*) as responses,
        count(m.response_time_seconds) as response_count, sum(m.response_time_seconds) as response_seconds
      from messages m where ${counted} and m.source = 'AGENT' group by 1, 2
    ), sums as (
      select agent_id, count(*)::int as conversations, sum(responses)::int as responses,
        sum(response_seconds)::float8 / nullif(sum(response_count), 0) / 60 as minutes
      from wrote group by agent_id
    ), raised as (
      select w.agent_id, avg((t.status in ('RESOLVED', 'CLOSED'))::int)::float8 * 100 as resolution_rate
      from wrote w join tickets t on t.conversation_id = w.conversation_id
      where t.created_at >= $1 and t.created_at < $2 group by w.agent_id
    ), rated as (
      select owner_id, avg(rating)::float8 as satisfaction from ratings where at >= $1 and at < $2 group by owner_id
    )
    select a.id::text as agent_id, s.conversations, s.responses, s.minutes, raised.resolution_rate, rated.satisfaction
    from sums s join agents a on a.id = s.agent_id
    left join raised on raised.agent_id = a.id left join rated on rated.owner_id = a.id
    order by s.conversations desc, lower(a.name) collate "C", a.id`,
  'performance/averages': `
    select (select avg(m.response_time_seconds)::float8 / 60 from messages m
        where ${counted} and m.source = 'AGENT') as avg_response_time,
      (select avg(rating)::float8 from ratings where at >= $1 and at < $2) as avg_satisfaction,
      avg(extract(epoch from t.resolved_at - t.created_at))::float8 / 60 as avg_resolution_time,
      avg(case when t.resolved_at < now() - interval '72 hours' then (t.reopened_at is null and not exists (
        select 1 from conversations own join conversations c on c.customer_id = own.customer_id
        join tickets other on other.conversation_id = c.id
        where own.id = t.conversation_id and other.id <> t.id
          and other.created_at > t.resolved_at and other.created_at <= t.resolved_at + interval '72 hours'
      ))::int end)::float8 * 100 as avg_fcr_rate
    from tickets t where t.resolved_at >= $1 and t.resolved_at < $2`,
} as const
