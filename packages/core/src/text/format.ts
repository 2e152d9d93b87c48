import { t } from './translate.ts'

const dayMs = 86_400_000

/** Days, times and dates in one time zone: English, in the order that the screens name, 24-hour clock. */
export interface Calendar {
  /** "09:41" */
  clock(at: Date): string
  /** "09:41:07" */
  seconds(at: Date): string
  /** "Thu, Nov 19" */
  dayPill(at: Date): string
  /** "Thu" */
  weekday(at: Date): string
  /** "Nov 12" */
  monthDay(at: Date): string
  /** "Thursday, November 19, 2026 at 09:41" */
  full(at: Date): string
  /** "2026-11-19": equal for two instants of one day. */
  day(at: Date): string
  /** 0 to 23 */
  hour(at: Date): number
}

/** A calendar for an IANA time zone; undefined is the browser's own. */
export function calendar(timeZone?: string): Calendar {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone })
  const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const pill = format({ weekday: 'short', month: 'short', day: 'numeric' })
  const seconds = format({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
  const weekday = format({ weekday: 'short' })
  const monthDay = format({ month: 'short', day: 'numeric' })
  const long = format({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })
  const day = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return {
    clock: at => clock.format(at),
    seconds: at => seconds.format(at),
    dayPill: at => pill.format(at),
    weekday: at => weekday.format(at),
    monthDay: at => monthDay.format(at),
    full: at => t('{day} at {time}', { day: long.format(at), time: clock.format(at) }),
    day: at => day.format(at),
    hour: at => Number(clock.format(at).slice(0, 2)),
  }
}

/** The list's time: clock if today, weekday if under 7 days ago, else month and day (also for the future). */
export function listTime(calendar: Calendar, at: Date, now: Date): string {
  if (calendar.day(at) === calendar.day(now)) return calendar.clock(at)
  const age = now.getTime() - at.getTime()
  return age >= 0 && age < 7 * dayMs ? calendar.weekday(at) : calendar.monthDay(at)
}

/** The time of an action: the clock if today, else with its day, and its year unless it is this one. */
export function momentLabel(calendar: Calendar, at: Date, now: Date): string {
  const [today, day, clock] = [calendar.day(now), calendar.day(at), calendar.clock(at)]
  if (today === day) return clock
  const year = day.slice(0, 4)
  return `${calendar.monthDay(at)}${today.startsWith(year) ? '' : ` ${year}`}, ${clock}`
}

/** A future time: the clock if today, "tomorrow 09:00", "Mon 09:00" within the next six days, else as `momentLabel`. */
export function aheadLabel(calendar: Calendar, at: Date, now: Date): string {
  // Compares dates, not instants: a day is not always 24 hours long.
  const days = Math.round((Date.parse(calendar.day(at)) - Date.parse(calendar.day(now))) / dayMs)
  if (days === 1) return t('tomorrow {time}', { time: calendar.clock(at) })
  if (days > 1 && days < 7) return `${calendar.weekday(at)} ${calendar.clock(at)}`
  return momentLabel(calendar, at, now)
}

/** The same as `momentLabel`, to the second. */
export function exactLabel(calendar: Calendar, at: Date, now: Date): string {
  const isToday = calendar.day(now) === calendar.day(at)
  return isToday
    ? calendar.seconds(at)
    : `${momentLabel(calendar, at, now).split(',')[0]}, ${calendar.seconds(at)}`
}

/** "Good morning" before 12:00, "Good afternoon" before 17:00, else "Good evening"; "Agent" without a name. */
export function greeting(hour: number, name: string | null): string {
  const values = { name: name === null || name === '' ? t('Agent') : name }
  if (hour < 12) return t('Good morning, {name}', values)
  return hour < 17 ? t('Good afternoon, {name}', values) : t('Good evening, {name}', values)
}

/** The first word of a name, for a greeting; null for none. */
export const firstName = (name: string | null): string | null => name?.trim().split(/\s+/)[0] || null

/** A day as the locale orders its parts, if it is one of the language of the texts: "Fri, Nov 27", "Fri 27 Nov". */
export const dayIn = (locale: string, at: Date): string =>
  new Intl.DateTimeFormat(locale.startsWith('en') ? locale : 'en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  }).format(at)

/** Bytes as B, KB or MB (1,024 and 1,048,576) with one decimal; "Unknown size" for none or a negative one. */
export function sizeLabel(bytes: number | null): string {
  if (bytes === null || !Number.isFinite(bytes) || bytes < 0) return t('Unknown size')
  if (bytes < 1024) return t('{size} B', { size: bytes })
  return bytes < 1_048_576
    ? t('{size} KB', { size: (bytes / 1024).toFixed(1) })
    : t('{size} MB', { size: (bytes / 1_048_576).toFixed(1) })
}

/**
 * "2m response": whole units, rounded down. Seconds under a minute ("<1s" under one), minutes under 100, hours under 48, then
 * days. Null without a value.
 */
export function responseLabel(seconds: number | null): string | null {
  if (seconds === null || seconds < 0) return null
  const inUnits = (unit: number) => Math.floor(seconds / unit)
  const [minutes, hours] = [inUnits(60), inUnits(3_600)]
  if (seconds < 60) return t('{seconds}s response', { seconds: seconds < 1 ? '<1' : inUnits(1) })
  if (minutes < 100) return t('{minutes}m response', { minutes })
  return hours < 48 ? t('{hours}h response', { hours }) : t('{days}d response', { days: inUnits(86_400) })
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** UTF-16 units read per character: marks stacked on one letter do not make a text longer. */
const mostUnits = 16

/**
 * Text cut to `length` characters plus an ellipsis. An emoji family, a flag or an accented letter counts as one and is not split.
 */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  // Fast path for most texts: each unit is a character.
  if (/^[\n -~]*$/.test(text.slice(0, length + 1))) return `${text.slice(0, length)}…`
  // The segmenter copies its input for each character, so it gets only the start.
  const start = text.slice(0, length * mostUnits)
  let count = 0
  let last = 0
  for (const { index } of letters.segment(start)) {
    if (count === length) return `${text.slice(0, index)}…`
    count += 1
    last = index
  }
  if (start.length === text.length) return text
  // The last character read may continue beyond it.
  return `${last === 0 ? start : text.slice(0, last)}…`
}

/** The start of the character that contains this unit, so that no cut splits it. Reads only the text near the place. */
export function characterAt(text: string, place: number): number {
  const from = Math.max(0, place - 4 * mostUnits)
  let start = 0
  for (const { index } of letters.segment(text.slice(from, place + 1))) start = index
  return from > 0 && start === 0 ? place : from + start
}

/** The characters of a text that fit into `most` UTF-16 units, including the ellipsis: for limits of WhatsApp. */
export function fit(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, characterAt(text, most - 1))}…`
}

/** The display name of a signed-in user: the part of the username before the @ sign. */
export const displayName = (username: string): string => username.split('@')[0] ?? username

const shillings = new Intl.NumberFormat('en-UG', { maximumFractionDigits: 0 })

/** An amount of money as "UGX 1,200,000": the currency code before the number, as written in Uganda, without cents. */
export const moneyLabel = (amount: number): string => t('UGX {amount}', { amount: shillings.format(amount) })
