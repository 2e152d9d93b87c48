import { webAddress } from '../text/text-parts.ts'

interface WebLinkProps {
  readonly address: string
  /** What stands for it; the name of its host where nothing is given. */
  readonly words?: string
}

/** An address that a customer or an advertisement gave: a link only where it is one of the web, else text. */
export function WebLink({ address, words }: WebLinkProps) {
  const target = webAddress(address)
  if (target === null) return words ?? address
  return (
    <a href={target} title={target} target="_blank" rel="noopener noreferrer">
      {words ?? new URL(target).host}
    </a>
  )
}
