import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'

/** Shows a part of a screen by itself until the test ends; what it gives shows it anew. */
export function mount(part: ReactNode): (next: ReactNode) => void {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  root.render(part)
  return next => root.render(next)
}
