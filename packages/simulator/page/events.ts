import { useEffect, useReducer, useState } from 'react'
import type { PageEvents, PageMessage } from '../src/control/views.ts'

/** What the simulator holds; the messages by phone, oldest first. */
export type State = Omit<PageEvents['snapshot'], 'messages'> & {
  threads: Readonly<Record<string, readonly PageMessage[]>>
}
type PageEvent = { [Type in keyof PageEvents]: { type: Type; data: PageEvents[Type] } }[keyof PageEvents]

const types = Object.keys({
  snapshot: true,
  phone: true,
  message: true,
  faults: true,
  number: true,
  clock: true,
  scenario: true,
  template: true,
  wire: true,
} satisfies Record<keyof PageEvents, true>)

const mostWireEntries = 200
const mostPerPhone = 400

/** The list with this item in the place of the one it is equal to by `keyOf`, or at the end. */
function put<Item>(list: readonly Item[], item: Item, keyOf: (item: Item) => string): Item[] {
  const at = list.findIndex(one => keyOf(one) === keyOf(item))
  return at === -1 ? [...list, item] : list.with(at, item)
}

function changed(state: State | null, event: PageEvent): State | null {
  if (event.type === 'snapshot') {
    const { messages, ...rest } = event.data
    const threadOf = (number: string) => messages.filter(({ phone }) => phone === number)
    return {
      ...rest,
      threads: Object.fromEntries(rest.phones.map(({ number }) => [number, threadOf(number)])),
    }
  }
  if (state === null) return null
  switch (event.type) {
    case 'phone':
      return { ...state, phones: put(state.phones, event.data, ({ number }) => number) }
    case 'message': {
      const { phone } = event.data
      const thread = put(state.threads[phone] ?? [], event.data, ({ id }) => id)
      return { ...state, threads: { ...state.threads, [phone]: thread.slice(-mostPerPhone) } }
    }
    case 'number':
      return { ...state, numbers: put(state.numbers, event.data, one => one.phone_number_id) }
    case 'template':
      return { ...state, templates: put(state.templates, event.data, ({ id }) => id) }
    case 'wire':
      return { ...state, wire: [...state.wire, event.data].slice(-mostWireEntries) }
    case 'scenario':
      return { ...state, playing: event.data.playing }
    default:
      return { ...state, [event.type]: event.data }
  }
}

/** The state, kept current; null until the simulator has answered. */
export function useSimulator(): { state: State | null; isOffline: boolean } {
  const [state, dispatch] = useReducer(changed, null)
  const [isOffline, setOffline] = useState(false)
  useEffect(() => {
    const source = new EventSource('/events')
    source.addEventListener('error', () => setOffline(true))
    source.addEventListener('snapshot', () => setOffline(false))
    for (const type of types) {
      source.addEventListener(type, ({ data }) => dispatch({ type, data: JSON.parse(data) } as PageEvent))
    }
    return () => source.close()
  }, [])
  return { state, isOffline }
}
