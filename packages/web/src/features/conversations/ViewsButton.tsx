import { Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { lazyPart, usePreloaded } from '../../ui/lazy-part.ts'
import type { ShownView } from './shown-view.ts'

const savedViews = lazyPart(async () => (await import('./SavedViews.tsx')).SavedViews)

/** Opens the saved views of the list; their code and the views come with the first press, or with an address of one. */
export function ViewsButton(props: ShownView) {
  usePreloaded(savedViews)
  const [pressed, setPressed] = useState(false)
  const button = (
    <Button ref={pressed ? takeFocus : null} onClick={() => setPressed(true)}>
      Views
    </Button>
  )
  if (!pressed && props.view === null) return button
  return (
    <Suspense fallback={button}>
      <savedViews.Part {...props} openAtOnce={pressed} />
    </Suspense>
  )
}

const takeFocus = (button: HTMLButtonElement | null) => button?.focus()
