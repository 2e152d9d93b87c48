import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'

/** seen: it has been near the window at least once; near: it is now. */
interface Nearness {
  readonly seen: boolean
  readonly near: boolean
}

const InViewContext = createContext<Nearness>({ seen: true, near: true })

/** Whether the surrounding `InView` is looked at, or soon will be; without one it counts as looked at. */
export const useInView = (): Nearness => useContext(InViewContext)

/** So far below the window a part is got ready. */
const margin = '200px'

/** A part of a long page that costs something only while it is looked at. */
export function InView({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [nearness, setNearness] = useState<Nearness>({ seen: false, near: false })
  useEffect(() => {
    if (place.current === null) return undefined
    const observer = new IntersectionObserver(
      entries => {
        const near = entries.at(-1)?.isIntersecting ?? false
        setNearness(was => (was.near === near ? was : { seen: was.seen || near, near }))
      },
      { rootMargin: margin },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className={className}>
      <InViewContext value={nearness}>{children}</InViewContext>
    </div>
  )
}
