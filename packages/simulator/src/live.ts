import type { ServerResponse } from 'node:http'

/** Open pages, which get every change by Server-Sent Events. */
export type Live = {
  /** Sends `first` as the event `snapshot`, then every event to come, until the page leaves. */
  join: (response: ServerResponse, first: object) => void
  publish: (event: string, data: object) => void
  stop: () => void
}

const mostUnreadBytes = 8 * 1024 * 1024
const beatMs = 20_000

export function liveOf(): Live {
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
    join(response, first) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write(`retry: 1000\n${frameOf('snapshot', first)}`)
      pages.add(response)
      response.once('close', () => pages.delete(response))
    },
    publish: (event, data) => write(frameOf(event, data)),
    stop() {
      clearInterval(beat)
      for (const page of pages) page.end()
    },
  }
}

/** JSON holds no raw line break, so one data line carries it. */
function frameOf(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
