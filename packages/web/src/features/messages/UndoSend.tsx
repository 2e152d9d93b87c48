import type { MessageEntity } from '@parley/core/messages/api'
import { takeBackMs } from '@parley/core/messages/delivery'
import { keysLabel } from '../../commands/catalogue.ts'
import { useServerNow } from '../../client/server-clock.ts'
import styles from './UndoSend.module.css'

interface UndoSendProps {
  readonly message: MessageEntity
  readonly agentId: string
  readonly onUndo: (message: MessageEntity) => void
}

/** Beside a message of one's own that has not left yet: takes it back, and says for how long that can be done. */
export function UndoSend({ message, agentId, onUndo }: UndoSendProps) {
  const seconds = Math.floor(takeBackMs(message, agentId, useServerNow()) / 1_000)
  if (seconds === 0) return null
  return (
    <button
      type="button"
      className={styles.undo}
      title={`Take it back before it leaves (${keysLabel('conversation.undo-send')})`}
      onClick={() => onUndo(message)}
    >
      Undo<span aria-hidden="true"> {seconds} s</span>
    </button>
  )
}
