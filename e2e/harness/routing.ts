import type { Page } from '@playwright/test'

/** Sets as a supervisor which conversations are offered automatically, for tests in which people do all of the routing. */
export const decideOffers = (page: Page, offers: 'handed-over' | 'all' | 'none'): Promise<void> =>
  page.evaluate(async wanted => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'content-type': 'application/json',
    }
    const { version } = await (await fetch('/api/v1/bot/routing', { headers })).json()
    const body = JSON.stringify({ version, routing: { offers: wanted, rules: [] } })
    const answer = await fetch('/api/v1/bot/routing', { method: 'PUT', headers, body })
    if (!answer.ok) throw new Error(`The routing was not taken: ${answer.status}`)
  }, offers)
