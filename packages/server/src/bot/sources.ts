import { knowledgeOf } from '@parley/bot/knowledge'
import type { Hours, World } from '@parley/bot/world'
import { isOpenAt, nextOpeningAfter } from '@parley/core/business-hours/rules'
import { atOnceIntents } from '@parley/core/routing/rules'
import { addDays, calendarOf, dayOf, daysFrom, weekStart } from '@parley/core/text/days'
import { hoursOf } from '../business-hours/queries.ts'
import { statement } from '../db/connection/statement.ts'
import type { Reader } from '../db/write.ts'
import { publishedKnowledge } from '../knowledge/queries.ts'
import { routingOf } from '../routing/settings.ts'

interface Standing {
  readonly edition: number
  readonly hours: unknown
  readonly routing: unknown
}

/** The bot's settings, as supervisors set them. */
export interface Sources {
  /** The current settings. The knowledge is read and indexed again only if it changed. */
  readonly at: (reader: Reader, now: Date) => Promise<Pick<World, 'knowledge' | 'hours' | 'atOnce'>>
}

const standing = statement<Standing>(
  'bot_sources',
  `select (select edition from knowledge_edition) as edition, (select value from business_hours) as hours,
     (select value from routing) as routing`,
)

/** `timeZone`: IANA, the workspace's. */
export function openSources(timeZone: string): Sources {
  let known = { edition: -1, knowledge: knowledgeOf([]) }
  return {
    at: async (reader, now) => {
      const [{ edition, hours, routing } = { edition: 0, hours: null, routing: null }] = await standing(
        reader,
        [],
      )
      if (edition !== known.edition) {
        const published = await publishedKnowledge(reader)
        const answers = published.answers.map(({ id, content }) => ({ id, ...content }))
        known = { edition: published.edition, knowledge: knowledgeOf(answers) }
      }
      return {
        knowledge: known.knowledge,
        hours: hoursAt(hours, now, timeZone),
        atOnce: atOnceIntents(routingOf(routing)),
      }
    },
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
