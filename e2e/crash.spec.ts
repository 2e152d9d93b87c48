import { expect, test } from '@playwright/test'
import { apiSignIn, postMessage } from './harness/meta.ts'
import { type Parley, startParley } from './harness/parley.ts'

const atOnce = 16
const customers = 40
/** With fewer webhooks it runs among the short tests. */
const forms = [
  { signal: 'SIGKILL', webhooks: 120, kills: [40], tag: [] },
  { signal: 'SIGKILL', webhooks: 2_000, kills: [700, 1_400], tag: ['@long'] },
  { signal: 'SIGTERM', webhooks: 120, kills: [40], tag: [] },
] as const

interface Row {
  readonly id: string
  readonly user: { readonly phone_number: string | null }
  readonly inbound_no: number
}

const numberOf = (piece: number): string => `2567120000${String(piece % customers).padStart(2, '0')}`

/** Every text that is stored for our customers, as often as it is there. */
async function storedTexts(parley: Parley): Promise<readonly string[]> {
  const { token } = await apiSignIn(parley)
  const headers = { authorization: `Bearer ${token}` }
  const get = async (path: string) => (await fetch(`${parley.url}/api/v1${path}`, { headers })).json()
  const rows = (await get('/messages/admin/conversations?search=%2B2567120000')) as readonly Row[]
  const texts: string[] = []
  for (const row of rows) {
    const { messages } = (await get(`/messages/admin/conversation/${row.id}/history`)) as {
      messages: readonly { readonly content: string }[]
    }
    expect(messages).toHaveLength(row.inbound_no)
    texts.push(...messages.map(message => message.content))
  }
  return texts
}

for (const { signal, webhooks, kills, tag } of forms)
  test(`${signal} after ${kills.join(' and ')} of ${webhooks} webhooks: every message answered with 200 is there once, and repeats add none`, {
    tag: [...tag],
  }, async () => {
    const parley = await startParley({ isEmbedded: true })
    try {
      const answered = new Set<number>()
      const post = async (piece: number) => {
        try {
          await postMessage(parley, numberOf(piece), `wamid.crash-${piece}`, `crash ${piece}`)
          answered.add(piece)
        } catch {
          // The server is dead or was killed before it answered: Meta would repeat this one.
        }
      }
      let next = 0
      for (const kill of kills) {
        let killed: Promise<void> | undefined
        const worker = async () => {
          while (next < webhooks && killed === undefined) {
            await post(next++)
            if (answered.size >= kill) killed ??= parley.server.kill(signal)
          }
        }
        await Promise.all(Array.from({ length: atOnce }, worker))
        await killed
        await parley.server.start()

        const afterCrash = await storedTexts(parley)
        const missing = [...answered].filter(piece => !afterCrash.includes(`crash ${piece}`))
        expect(answered.size).toBeGreaterThanOrEqual(kill)
        expect(missing).toEqual([])
        expect(new Set(afterCrash).size).toBe(afterCrash.length)
      }

      // Meta repeats what was not answered, and some of what was.
      next = 0
      const again = async () => {
        while (next < webhooks) await post(next++)
      }
      await Promise.all(Array.from({ length: atOnce }, again))
      const inTheEnd = await storedTexts(parley)
      expect(inTheEnd.toSorted()).toEqual(
        Array.from({ length: webhooks }, (_, piece) => `crash ${piece}`).toSorted(),
      )
    } finally {
      await parley.stop()
    }
  })
