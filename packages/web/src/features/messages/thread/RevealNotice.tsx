import { t } from '@parley/core/text/translate'
import type { ThreadView } from '../../../data/messages/thread.ts'
import { Notice } from '../../../ui/states/Notice.tsx'
import type { ThreadNotes } from './rows/thread-rows.ts'
import { mostLookedThrough } from './rows/thread-marker.ts'

/** Why the message that a link led to is not on the screen: there is none, or it is further back than was looked. */
export type Astray = 'absent' | 'further'

/** @param reveal the message to open at; null for none */
export function astrayOf(thread: ThreadView, notes: ThreadNotes, reveal: string | null): Astray | null {
  const { state, messages, hasOlder } = thread
  if (reveal === null || state !== 'ready') return null
  if ([...messages, ...notes.items].some(({ id }) => id === reveal)) return null
  if (!hasOlder) return 'absent'
  return messages.length < mostLookedThrough ? null : 'further'
}

/** Says so. */
export const RevealNotice = ({ astray }: { readonly astray: Astray }) => (
  <Notice tone="warn">
    {astray === 'absent'
      ? t('The linked message is not in this conversation.')
      : t('The linked message is more than {mostLookedThrough} messages back. Scroll up to find it.', {
          mostLookedThrough,
        })}
  </Notice>
)
