import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '../../../../test/console.tsx'
import { pictureUrl, toneUrl } from '../../../../test/files.ts'
import { ownNote, serveNotes } from '../../../../test/notes.ts'
import { attachment, message } from '../../../../test/samples.ts'
import { settled, thread } from '../../../../test/screen.ts'
import { serveThread } from '../../../../test/thread.ts'

type Message = ReturnType<typeof message>
type Note = ReturnType<typeof ownNote>

/** Four lines, so that few of them are more than a screen. */
const lines = (words: string) => `${words}\none\ntwo\nthree`
const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString()

async function picture(id: string): Promise<Partial<Message>> {
  const url = await pictureUrl(300, 100)
  const about = { name: 'photo.png', mime_type: 'image/png', thumbnail_url: url, preview_url: url }
  return {
    content: 'See it',
    attachments: [attachment({ id, document_id: id, state: 'ready', width: 300, height: 100, ...about })],
  }
}

const voice = (id: string): Partial<Message> => ({
  content: '',
  attachments: [
    attachment({
      id,
      document_id: id,
      state: 'ready',
      name: 'voice.ogg',
      mime_type: 'audio/ogg',
      download_url: toneUrl(1),
    }),
  ],
})

/** One thing of each kind that a thread shows: of the customer unless told otherwise. */
const contents: Readonly<Record<string, (no: number) => Partial<Message> | Promise<Partial<Message>>>> = {
  'long unbreakable text': no => ({ content: `${no}${'Kyokolaamukwanoogwannamaddala'.repeat(30)}` }),
  'a picture': no => picture(`30${no}`),
  'a voice note': no => voice(`30${no}`),
  'a text of 4,096 characters': no => ({ content: `${no} `.padEnd(4_096, 'many words\n') }),
  'an emoji': () => ({ content: '🙏🏿' }),
  'a right-to-left text': no => ({ content: `مرحبا، أريد أن أدفع القسط ${no} `.repeat(12) }),
  'a question': no => ({
    content: `Which one, ${no}?`,
    direction: 'OUTBOUND',
    source: 'AGENT',
    status: 'delivered',
    inbound_no: null,
    details: { ask: { kind: 'buttons', buttons: ['The first', 'The second', 'None of them'] } },
  }),
}

/** More than a screen that is seen; three of a kind; then, not seen, two of the kind and nine texts. */
async function threadWith(what: string) {
  const messages: Message[] = []
  const notes: Note[] = []
  const add = (fields: Partial<Message>) => {
    const no = messages.length + 1
    const created_at = at(messages.length + notes.length)
    messages.push(message({ id: String(1000 + no), created_at, inbound_no: no, ...fields }))
  }
  const addKind = async (no: number) => {
    const make = contents[what]
    if (make !== undefined) return add(await make(no))
    const created_at = at(messages.length + notes.length)
    notes.push(ownNote({ id: `7${no}`, text: `For colleagues ${no}\n`.repeat(6), created_at }))
  }
  for (let no = 1; no <= 10; no += 1) add({ content: lines(`Read ${no}.`) })
  for (const no of [1, 2, 3]) await addKind(no)
  const seen_no = Math.max(...messages.map(one => one.inbound_no ?? 0))
  for (const no of [4, 5]) await addKind(no)
  for (let no = 1; no <= 9; no += 1) add({ content: lines(`New words ${no}.`) })
  const numbers = messages.flatMap(one => one.inbound_no ?? [])
  const row = {
    inbound_no: Math.max(...numbers),
    seen_no,
    unread_count: numbers.filter(no => no > seen_no).length,
  }
  return { messages, notes, row }
}

const marker = () => page.getByText('New messages', { exact: true })
/** How far down the thread the marker stands: 0 at the top of the box, 1 at its bottom. */
function placeOfMarker(): number {
  const [outer, inner] = [thread(), marker()].map(one => one.query()?.getBoundingClientRect())
  return outer === undefined || inner === undefined ? Number.NaN : (inner.top - outer.top) / outer.height
}

const sizes = [
  [1366, 768],
  [390, 844],
] as const
const cases = [...Object.keys(contents), 'a note'].flatMap(what =>
  sizes.map(([width, height]) => ({ what, width, height })),
)

test.each(cases)(
  '[THREAD-12 THREAD-13 Q-255] with $what around it a thread opens at the first unread message, a quarter down, at $width × $height',
  async ({ what, width, height }) => {
    const { messages, notes, row } = await threadWith(what)
    await openConsole('/conversations/7', {
      size: [width, height],
      given: api => {
        serveThread(api, messages, row)
        serveNotes(api, notes)
      },
    })
    await expect.element(marker()).toBeInViewport()
    const place = await settled(placeOfMarker)
    expect(place).toBeGreaterThan(0.24)
    expect(place).toBeLessThan(0.31)
    const first = thread().getByRole('listitem').filter({ has: marker() })
    await expect.poll(() => first.elements()).toHaveLength(1)
    await expect.element(first).not.toHaveTextContent('Read ')
  },
)
