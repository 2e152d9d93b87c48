import { en } from 'chrono-node'
import type { Finder } from './entity.ts'

/** Minutes ahead of UTC, without summer time. */
const kampala = 180

/**
 * Days as people write them in Uganda, the day before the month: "next Friday", "15/3", "2nd of March". One that names no
 * year is the next one, as in "I will pay on 15/3". What only names a month or a time of day is none.
 */
export const findDays: Finder = (text, now) =>
  en.GB.parse(text, { instant: now, timezone: kampala }, { forwardDate: true }).flatMap(found => {
    const { start } = found
    const isDay = start.isCertain('day') || start.isCertain('weekday')
    const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')]
    if (!isDay || /^now$/i.test(found.text) || year === null || month === null || day === null) return []
    const value = [String(year).padStart(4, '0'), ...[month, day].map(part => String(part).padStart(2, '0'))]
    return [{ kind: 'date', text: found.text, from: found.index, value: value.join('-') }]
  })
