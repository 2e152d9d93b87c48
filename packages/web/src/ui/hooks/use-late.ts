import {
  type ComponentType,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { fetchAhead, untilLoaded } from './lazy-part.ts'

/** What came before: a button that is drawn later has it at once. */
const loaded = new WeakMap<() => Promise<unknown>, unknown>()

/**
 * A component that takes a button's place once its code is there. The code is not part of the first load: it is asked for
 * when the pointer or the focus reaches the button, at the latest with the press, and then opens by itself. `load` must
 * be the same function at every render. Spread `near` on what is around the button, and give it `place`.
 * @param soon it is fetched ahead too, so that it opens while the server is away
 */
export function useLate<Props>(load: () => Promise<ComponentType<Props>>, soon = false) {
  const [Loaded, setLoaded] = useState(() => loaded.get(load) as ComponentType<Props> | undefined)
  /** The press came before the code. */
  const [pressed, setPressed] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const asked = useRef(Loaded !== undefined)
  const hadFocus = useRef(false)
  const isUp = useRef<Promise<void>>(undefined)
  const ask = useCallback(() => {
    if (asked.current) return
    asked.current = true
    const take = async () => {
      const component = await untilLoaded(load)
      loaded.set(load, component)
      await isUp.current
      hadFocus.current = place.current?.contains(document.activeElement) ?? false
      // At once: nothing may go down at a button that is about to go.
      flushSync(() => setLoaded(() => component))
    }
    void take()
  }, [load])
  useEffect(() => (soon ? fetchAhead(ask) : undefined), [soon, ask])
  // The component brings its own copy of the button. The focus moves in the same commit: a key pressed between the two
  // would reach nothing.
  useLayoutEffect(() => {
    if (Loaded && hadFocus.current) place.current?.querySelector('button')?.focus()
  }, [Loaded])
  // Replaced between down and up, a button has no click; between pointerdown and mousedown, the press closes what it opened.
  const hold = useCallback(() => {
    ask()
    isUp.current = comingUp()
  }, [ask])
  const near = {
    onPointerEnter: ask,
    onFocusCapture: ask,
    onPointerDownCapture: hold,
    onKeyDownCapture: ({ key }: KeyboardEvent) => {
      // The space bar clicks when it comes up; Enter that comes up in what it opened may close it.
      if (key === ' ' || key === 'Enter') hold()
    },
    onClickCapture: () => {
      setPressed(true)
      ask()
    },
  }
  return { Loaded, pressed, place, near }
}

/** Resolves once the pointer or the key that is down has come up, and has clicked. */
function comingUp(): Promise<void> {
  return new Promise(resolve => {
    const heard = new AbortController()
    const up = () => {
      heard.abort()
      setTimeout(resolve)
    }
    for (const end of ['pointerup', 'pointercancel', 'keyup'])
      addEventListener(end, up, { capture: true, signal: heard.signal })
  })
}
