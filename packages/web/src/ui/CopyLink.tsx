import { t } from '@parley/core/text/translate'
import { useState } from 'react'

interface CopyLinkProps {
  /** A path of the console. */
  readonly to: string
  readonly className: string | undefined
  /** What its keys are, for those who look. */
  readonly keys?: string
}

/** Puts the address of something in the console into the clipboard, and says so. */
export function CopyLink({ to, className, keys }: CopyLinkProps) {
  const [said, setSaid] = useState<string | null>(null)
  const copy = async () => {
    const address = new URL(to, location.origin).href
    try {
      await navigator.clipboard.writeText(address)
      setSaid(t('Link copied'))
    } catch {
      // On plain http there is no clipboard, and a browser may refuse it.
      setSaid(t('Copying failed'))
    }
  }
  return (
    <>
      <button
        type="button"
        className={className}
        data-act="link"
        title={keys}
        onClick={() => void copy()}
        onBlur={() => setSaid(null)}
      >
        {said ?? t('Copy link')}
      </button>
      {said !== null && (
        <span role="status" className="visually-hidden">
          {said}
        </span>
      )}
    </>
  )
}
