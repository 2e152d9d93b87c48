import { translated, type Values } from '@parley/core/text/translate'
import { createElement, Fragment, type ReactNode } from 'react'

/** A text in the language of the screen whose places are filled with elements: "Snoozed until {time}". */
export function rich<const T extends string>(english: T, values: Values<T, ReactNode>): ReactNode {
  const byName: Readonly<Record<string, ReactNode>> = values
  // Odd pieces are names of places.
  const pieces = translated(english).split(/\{(\w+)\}/)
  return createElement(Fragment, null, ...pieces.map((piece, at) => (at % 2 === 0 ? piece : byName[piece])))
}
