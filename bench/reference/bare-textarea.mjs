/** A page with nothing but a text area that React holds: what a key costs at the least. Bundled by bench/bare-page.ts. */
import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Box() {
  const [text, setText] = useState('')
  return createElement('textarea', {
    value: text,
    onChange: ({ target }) => setText(target.value),
    'aria-label': 'Message',
  })
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(createElement(Box))
