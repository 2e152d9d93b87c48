import type { ServerResponse } from 'node:http'
import type { PageEvents } from './views.ts'

const mostUnreadBytes = 8 * 1024 * 1024
const beatMs = 20_000

export type Live = ReturnType<typeof liveOf>

/** Open pages, which get every change by Server-Sent Events. */
export function liveOf() {
  const pages = new Set<ServerResponse>()
  const beat = setInterval(() => write(': still here\n\n'), beatMs)
  beat.unref()

  function write(frame: string): void {
    for (const page of pages) {
      page.write(frame)
      // A page that does not read is dropped; it comes back by itself and starts from a snapshot.
      if (page.writableLength > mostUnreadBytes) page.destroy()
    }
  }

  return {
    /** Sends the snapshot, then every event to come, until the page leaves. */
    join(response: ServerResponse, snapshot: PageEvents['snapshot']): void {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write(`retry: 1000\n${frameOf('snapshot', snapshot)}`)
      pages.add(response)
      response.once('close', () => pages.delete(response))
    },
    publish: <Type extends keyof PageEvents>(event: Type, data: PageEvents[Type]): void =>
      write(frameOf(event, data)),
    stop(): void {
      clearInterval(beat)
      for (const page of pages) page.end()
    },
  }
}

/** JSON holds no raw line break, so one data line carries it. */
const frameOf = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
