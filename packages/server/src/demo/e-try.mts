import { mkdtempSync } from 'node:fs'
import { migrate } from '../db/migrate.ts'
import { openEmbeddedDatabase } from '../db/open.ts'
import { DiskStore } from '../attachments/disk-store.ts'
import { seedDemo } from './seed.ts'
import { sql } from 'kysely'
const n = Number(process.argv[2] ?? 60)
const d = mkdtempSync('/tmp/e-try-')
const database = await openEmbeddedDatabase(d + '/db')
await migrate(database.db, new Date())
let k = 0
const store = await DiskStore.open(d + '/files', () => `n${k++}`, new Date())
const t = performance.now()
await seedDemo({ db: database.db, now: () => new Date(), nudge: () => undefined, notifies: false }, store, { seed: 1, conversations: n, phoneNumberId: '1' })
console.log(n, 'seeded in', Math.round(performance.now() - t), 'ms', 'rss', Math.round(process.memoryUsage().rss/1e6))
const q = async (text: string) => console.table((await sql.raw(text).execute(database.db)).rows)
await q(`select (select count(*) from messages) m, (select count(*) from customers) cu, (select count(*) from attempts) a, (select count(*) from attachments) f, (select count(*) from tickets) t, (select count(*) from marks) k`)
if (n <= 100) {
await q(`select c.id, c.status, cu.name, cu.phone, a.name as agent, c.inbound_no as ino, (select count(*) from messages m where m.conversation_id=c.id) n, to_char(last_activity at time zone 'Africa/Kampala','Dy DD HH24:MI') la, left(m.content,40) txt, m.status ms, string_agg((c.inbound_no-coalesce(k.seen_no,0))::text,' ' order by g.id) unread from conversations c join customers cu on cu.id=c.customer_id left join agents a on a.id=c.assignee_id left join messages m on m.id=c.last_message_id cross join agents g left join marks k on k.conversation_id=c.id and k.agent_id=g.id group by c.id,cu.id,a.id,m.id order by last_activity desc`)
await q(`select to_char(at at time zone 'Africa/Kampala','Dy MM-DD HH24:MI:SS') at, source, left(content,60) c, inbound_no i, status, response_time_seconds r from messages where conversation_id=(select c.id from conversations c order by last_activity desc limit 1) order by at,id`)
await q(`select min(length(content)),max(length(content)) from messages`)
await q(`select status,count(*) from messages group by 1`)
await q(`select extract(hour from at at time zone 'Africa/Kampala') h, count(*) filter (where source='CUSTOMER') cu, count(*) filter (where source='AGENT') ag, count(*) filter (where source='BOT') bot from messages group by 1 order by 1`)
await q(`select ticket_number,title,status,priority from tickets`)
}
await database.close()
