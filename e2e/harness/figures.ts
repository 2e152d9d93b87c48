import { expect, type Locator, type Page } from '@playwright/test'
import { call } from './ticket.ts'

/** The titles of the dashboard's panels. */
export type PanelTitle =
  | 'Daily User Statistics'
  | 'User Interaction Statistics'
  | 'Message Statistics'
  | 'Performance Metrics'
  | 'Customer Service Metrics'
  | 'Workload Distribution'

export const panel = (page: Page, title: PanelTitle): Locator =>
  page.getByRole('region', { name: title, exact: true })

/** The card of a figure, by its name. */
export const tile = (where: Page | Locator, name: string): Locator =>
  where.getByRole('group', { name, exact: true })

/** The card of a figure shows this value. Panels below the viewport load only when the user scrolls near them. */
export async function expectTile(where: Page | Locator, name: string, value: string): Promise<void> {
  await tile(where, name).scrollIntoViewIfNeeded()
  await expect(tile(where, name).locator('b')).toHaveText(value)
}

/** Scrolls a panel of the dashboard into view, so that it loads its figures. */
export const reach = (page: Page, title: PanelTitle): Promise<void> =>
  panel(page, title).scrollIntoViewIfNeeded()

/** The element is drawn in the colour of a design token. */
export async function expectColour(
  where: Locator,
  property: 'color' | 'background-color',
  token: string,
): Promise<void> {
  const wanted = await where.evaluate(
    (box, [name, css]) => {
      const probe = document.createElement('span')
      probe.style.setProperty(css, `var(${name})`)
      box.append(probe)
      const colour = getComputedStyle(probe).getPropertyValue(css)
      probe.remove()
      return colour
    },
    [token, property] as const,
  )
  await expect(where).toHaveCSS(property, wanted)
}

/** A duration in minutes as the screen shows it; a dash for none. */
export function duration(minutes: number | null): string {
  if (minutes === null) return '–'
  if (minutes < 99.95) return `${minutes.toFixed(1)} min`
  const parts = (total: number, per: number, [large, small]: readonly [string, string]) =>
    [`${Math.floor(total / per)} ${large}`, total % per === 0 ? '' : ` ${total % per} ${small}`].join('')
  return Math.round(minutes) < 1440
    ? parts(Math.round(minutes), 60, ['h', 'min'])
    : parts(Math.round(minutes / 60), 24, ['d', 'h'])
}

/** Today in the demo workspace's time zone, "2026-11-19". */
export const today = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Kampala' }).format(new Date())

export const monthStart = (): string => `${today().slice(0, 8)}01`

/** A count as the screen shows it. */
export const count = (value: number): string => value.toLocaleString('en-US')

/** As in docs/wire.md. */
export interface UserAnswer {
  readonly summary: Readonly<
    Record<
      | 'total_unique_users'
      | 'total_new_users'
      | 'total_bot_users'
      | 'total_agent_users'
      | 'total_mixed_users',
      number
    >
  >
  readonly daily: readonly {
    readonly date: string
    readonly unique_users: number
    readonly new_users: number
  }[]
}

export interface MessageAnswer {
  readonly summary: {
    readonly total_messages: number
    readonly inbound: { readonly total: number }
    readonly outbound: {
      readonly total: number
      readonly by_source: { readonly BOT: number; readonly AGENT: number }
    }
    readonly active_conversations: number
    readonly bot_automation_rate: number
    readonly agent_handling_rate: number
  }
  readonly daily: readonly (Readonly<Record<string, number>> & { readonly message_date: string })[]
}

type Compared = { readonly current: number | null; readonly previous: number | null }

export interface DashboardAnswer {
  readonly pending_conversations: Compared
  readonly active_conversations: Compared
  readonly waiting_now: Compared
  readonly longest_wait: Compared
  readonly waits: readonly {
    readonly agent_id: string | null
    readonly agent_name: string | null
    readonly waiting: number
  }[]
  readonly week_response_time: Compared
  readonly week_resolution_rate: Compared
  readonly week_satisfaction: Compared
  readonly week_conversations: Compared
  readonly handled_today: number
}

const range = (from: string, to: string) => `start_date=${from}&end_date=${to}`

/** The server's response to the signed-in page's agent. */
export const usersOf = (page: Page, from: string, to: string): Promise<UserAnswer> =>
  call(page, 'GET', `statistics/unique-users?${range(from, to)}&include_daily=true`)
export const messagesOf = (page: Page, from: string, to: string): Promise<MessageAnswer> =>
  call(page, 'GET', `statistics/message-stats?${range(from, to)}&include_daily=true`)
export const dashboardOf = (page: Page): Promise<DashboardAnswer> => call(page, 'GET', 'dashboard')

/** Lets a call fail until undone. */
export async function breakCall(page: Page, path: RegExp): Promise<() => Promise<void>> {
  const url = (address: URL) => path.test(address.pathname)
  await page.route(url, route => route.fulfill({ status: 500, json: {} }))
  return () => page.unroute(url)
}
