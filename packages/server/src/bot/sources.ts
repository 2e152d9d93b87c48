import type { Hours } from '@parley/bot/hours'
import { type Knowledge, knowledgeOf } from '@parley/bot/knowledge'
import { isOpenAt, nextOpeningAfter } from '@parley/core/rules/business-hours'
import { addDays, calendarOf, dayOf, daysFrom, weekStart } from '@parley/core/rules/day'
import { sql } from 'kysely'
import { hoursOf } from '../business-hours/queries.ts'
import type { Reader } from '../db/write.ts'
import { publishedKnowledge } from '../knowledge/queries.ts'

/** What supervisors decided that the bot goes by, as it is at this moment. */
export type Sources = (now: Date) => Promise<{ readonly knowledge: Knowledge; readonly hours: Hours }>

/** Asks once whether anything is another than before; what is published is read and made searchable only then. */
export function openSources(db: Reader, timeZone: string): Sources {
  let known = { edition: -1, knowledge: knowledgeOf([]) }
  return async now => {
    const { rows } = await sql<{ edition: number; hours: unknown }>`
      select k.edition, h.value as hours from knowledge_edition k cross join business_hours h`.execute(db)
    const { edition = 0, hours = null } = rows[0] ?? {}
    if (edition !== known.edition) {
      const published = await publishedKnowledge(db)
      const answers = published.answers.map(({ id, content }) => ({ id, ...content }))
      known = { edition: published.edition, knowledge: knowledgeOf(answers) }
    }
    return { knowledge: known.knowledge, hours: hoursAt(hours, now, timeZone) }
  }
}

function hoursAt(kept: unknown, now: Date, timeZone: string): Hours {
  const hours = hoursOf(kept)
  const opening = nextOpeningAfter(hours, now, timeZone)
  const [today, day] = [dayOf(now, timeZone), opening === null ? null : dayOf(opening, timeZone)]
  return {
    isOpen: isOpenAt(hours, now, timeZone),
    opensAt:
      opening === null || day === null
        ? null
        : {
            weekday: (daysFrom(weekStart(day), day) + 1) % 7,
            time: calendarOf(timeZone).clock(opening),
            isToday: day === today,
            isTomorrow: day === addDays(today, 1),
          },
  }
}
