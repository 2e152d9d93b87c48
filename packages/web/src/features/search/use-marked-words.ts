import { marked, readFinding, type Term } from '@parley/core/search/finding'
import { useEffect } from 'react'

const markName = 'found'

/**
 * Marks the words that were looked for wherever the thread shows them. The browser paints the marks over the page's own
 * text: nothing of the thread is drawn for it. A browser that cannot marks nothing.
 */
export function useMarkedWords(text: string): void {
  useEffect(() => {
    const terms = readFinding(text)?.terms ?? []
    if (terms.length === 0 || !('highlights' in CSS)) return
    let frame = 0
    const mark = () => CSS.highlights.set(markName, new Highlight(...rangesIn(terms)))
    const later = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(mark)
    }
    const changes = new MutationObserver(later)
    changes.observe(document.body, { childList: true, characterData: true, subtree: true })
    mark()
    return () => {
      changes.disconnect()
      cancelAnimationFrame(frame)
      CSS.highlights.delete(markName)
    }
  }, [text])
}

function rangesIn(terms: readonly Term[]): readonly Range[] {
  return [...document.querySelectorAll('[data-on-paper] [role=listitem]')].flatMap(row => {
    const ranges: Range[] = []
    const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      let at = 0
      for (const part of marked(node.textContent ?? '', terms)) {
        if (part.hit) {
          const range = new Range()
          range.setStart(node, at)
          range.setEnd(node, at + part.text.length)
          ranges.push(range)
        }
        at += part.text.length
      }
    }
    return ranges
  })
}
