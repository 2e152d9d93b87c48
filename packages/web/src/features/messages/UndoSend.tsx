import type { MessageEntity } from '@parley/core/entities/message'
import { takeBackMs } from '@parley/core/rules/take-back'
import { useEffect, useState } from 'react'
import { keysLabel } from '../../commands/catalogue.ts'
import { serverNow } from '../../client/server-clock.ts'
import styles from './UndoSend.module.css'

interface UndoSendProps {
  readonly message: MessageEntity
  readonly agentId: string
  readonly onUndo: (message: MessageEntity) => void
}

/** Beside a message of one's own that has not left yet: takes it back, and says for how long that can be done. */
export function UndoSend({ message, agentId, onUndo }: UndoSendProps) {
  const left = useLeft(message, agentId)
  if (left === 0) return null
  return (
    <button
      type="button"
      className={styles.undo}
      title={`Take it back before it leaves (${keysLabel('conversation.undo-send')})`}
      onClick={() => onUndo(message)}
    >
      Undo<span aria-hidden="true"> {Math.ceil(left / 1000)} s</span>
    </button>
  )
}

/** Milliseconds, new at each full second of it. */
function useLeft(message: MessageEntity, agentId: string): number {
  const [left, setLeft] = useState(() => takeBackMs(message, agentId, serverNow()))
  useEffect(() => {
    const now = takeBackMs(message, agentId, serverNow())
    if (left === 0 && now === 0) return
    const timer = setTimeout(() => setLeft(takeBackMs(message, agentId, serverNow())), now % 1000 || 1000)
    return () => clearTimeout(timer)
  }, [message, agentId, left])
  return left
}
