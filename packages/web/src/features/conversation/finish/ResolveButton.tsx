import { t } from '@parley/core/text/translate'
import { CircleCheck, RotateCcw } from 'lucide-react'
import { ariaKeys, commandOf, keysLabel } from '../../../commands/catalogue.ts'
import { useChoice } from '../../../data/session/preferences.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { KeyMarks } from '../../../ui/marks/KeyMarks.tsx'
import type { ResolveControl } from './use-resolve.ts'

interface ResolveButtonProps {
  readonly resolve: ResolveControl
  /** What there is room for: the icon alone, the word, or the word with its key. */
  readonly shows: 'icon' | 'word' | 'key'
}

/** The button that resolves a conversation, or opens it again. */
export function ResolveButton({ resolve, shows }: ResolveButtonProps) {
  const { step, isOff, press, status } = resolve
  const letters = useChoice('letterKeys')
  if (step === null) return null
  const isReopen = step === 'reopen'
  const label = isReopen ? t('Reopen') : t('Resolve')
  const Icon = isReopen ? RotateCcw : CircleCheck
  const icon = <Icon size={16} strokeWidth={1.7} aria-hidden="true" />
  if (shows === 'icon') {
    return (
      <IconButton label={label} shortcut={keysLabel('conversation.resolve')} disabled={isOff} onClick={press}>
        {icon}
      </IconButton>
    )
  }
  return (
    <Button
      disabled={isOff && !status.busy}
      busy={status.busy}
      icon={shows === 'key' && icon}
      title={`${label} (${keysLabel('conversation.resolve')})`}
      aria-keyshortcuts={ariaKeys('conversation.resolve')}
      onClick={press}
    >
      {label}
      {shows === 'key' && letters === 'on' && (
        <span aria-hidden="true">
          <KeyMarks keys={commandOf('conversation.resolve').keys[0] ?? []} />
        </span>
      )}
    </Button>
  )
}
