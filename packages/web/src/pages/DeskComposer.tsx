import type { ConversationStatus } from '@parley/core/api/conversations'
import { memo } from 'react'
import { IntentBox } from '../features/intent/IntentBox.tsx'
import { Composer } from '../features/messages/Composer.tsx'
import { sendState } from '../features/messages/send-state.ts'
import { useChosenQuote, useComposerText } from '../features/messages/use-composer.ts'
import { useNotTyping } from '../features/presence/use-viewing.ts'
import { useFreshness } from '../sync/freshness.ts'
import type { Replies } from './use-replies.ts'

interface DeskComposerProps extends Pick<Replies, 'composer' | 'check' | 'checkState' | 'quoteBeside'> {
  readonly status: ConversationStatus
  /** The thread is on its way. */
  readonly loading: boolean
  readonly note: string | null
}

/** The composer with the check before a message goes; what of the desk depends on what is written stands in here. */
export const DeskComposer = memo(function DeskComposer(props: DeskComposerProps) {
  const { composer, check, checkState, quoteBeside, status, loading, note } = props
  const quoted = useChosenQuote(composer)
  const { cut } = useFreshness()
  const sendOf = (text: string) => sendState({ text, files: composer.files, status, loading, cut })
  const enabled = useComposerText(composer, text => sendOf(text).enabled)
  const reason = useComposerText(composer, text => sendOf(text).reason)
  useNotTyping(useComposerText(composer, text => text === ''))
  return (
    <Composer
      composer={composer}
      send={{ enabled, reason }}
      note={note}
      analysed={checkState.is === 'analysing' ? checkState.message.text : null}
      above={<IntentBox check={check} state={checkState} off={!enabled} onDone={composer.focus} />}
      onSend={() => check.press()}
      onSendNow={() => check.skip()}
      quoted={quoted}
      onQuoteBeside={quoteBeside}
      onEscape={() => (checkState.is === 'idle' ? composer.quote(null) : check.cancel())}
    />
  )
})
