import type { Marked } from '@parley/core/rules/finding'

/** A text with what was found in it marked. */
export function MarkedText({ parts }: { parts: Marked }) {
  return parts.map((part, place) =>
    // The parts of one text never change places.
    // oxlint-disable-next-line react/no-array-index-key
    part.hit ? <mark key={place}>{part.text}</mark> : <span key={place}>{part.text}</span>,
  )
}
