import { t } from '@parley/core/text/translate'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/IconButton.tsx'

/** Puts a text into the clipboard, and says so. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false)
  const Icon = copied ? Check : Copy
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // On plain http there is no clipboard, and a browser may refuse it: the text is there to be copied by hand.
      setCopied(false)
    }
  }
  return (
    <IconButton
      label={copied ? t('Copied {what}', { what }) : t('Copy {what}', { what })}
      size="small"
      onClick={() => void copy()}
    >
      <Icon size={13} strokeWidth={1.8} aria-hidden="true" />
    </IconButton>
  )
}
