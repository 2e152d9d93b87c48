import {
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/**
 * A component that takes a button's place once its code is there. The code is not part of the first load: it is asked for
 * when the pointer or the focus reaches the button, at the latest with the press, and then opens by itself. `load` must
 * be the same function at every render. Spread `near` on what is around the button, and give it `place`.
 */
export function useLate<Props>(load: () => Promise<ComponentType<Props>>): {
  readonly Loaded: ComponentType<Props> | undefined
  /** The press came before the code. */
  readonly pressed: boolean
  readonly place: RefObject<HTMLDivElement | null>
  readonly near: {
    readonly onPointerEnter: () => void
    readonly onFocusCapture: () => void
    /** A click is lost when its button is replaced between down and up, so going down counts as the press. */
    readonly onPointerDownCapture: () => void
    /** So is the space bar's, which clicks when it comes up. */
    readonly onKeyDownCapture: (event: KeyboardEvent) => void
    readonly onClickCapture: () => void
  }
} {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>()
  const [pressed, setPressed] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const asked = useRef(false)
  const hadFocus = useRef(false)
  const ask = useCallback(() => {
    if (asked.current) return
    asked.current = true
    const take = async () => {
      try {
        const component = await load()
        hadFocus.current = place.current?.contains(document.activeElement) ?? false
        setLoaded(() => component)
      } catch (cause) {
        // The next try asks again; the button stays.
        asked.current = false
        console.warn('A part of the page could not be loaded', cause)
      }
    }
    void take()
  }, [load])
  // The component brings its own copy of the button. The focus moves in the same commit: a key pressed between the two
  // would reach nothing.
  useLayoutEffect(() => {
    if (Loaded && hadFocus.current) place.current?.querySelector('button')?.focus()
  }, [Loaded])
  const press = useCallback(() => {
    setPressed(true)
    ask()
  }, [ask])
  const near = {
    onPointerEnter: ask,
    onFocusCapture: ask,
    onPointerDownCapture: press,
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (event.key === ' ') press()
    },
    onClickCapture: press,
  }
  return { Loaded, pressed, place, near }
}
