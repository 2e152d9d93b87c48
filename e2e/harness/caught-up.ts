import type { Page } from '@playwright/test'

/**
 * Resolves when the page that opens next has caught up by its socket of changes. Until then it fetches what it shows, and what
 * comes is no news to it. Call it before the page opens.
 */
export const caughtUp = (page: Page): Promise<void> =>
  new Promise(done => {
    page.on('websocket', socket => {
      if (!socket.url().includes('/ws/agent/')) return
      socket.on('framereceived', ({ payload }) => {
        if (payload.toString().includes('"event":"ready"')) done()
      })
    })
  })
