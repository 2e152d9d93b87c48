import { useQueryClient } from '@tanstack/react-query'
import { type Ref, useImperativeHandle } from 'react'
import { useNavigate } from 'react-router'
import { firstRows } from '../../../data/conversations/list.ts'
import type { QueueHandle } from '../../conversation/along-the-queue.ts'
import { nextInQueue } from './queue-views.ts'
import { useInboxView } from './use-inbox-view.ts'

interface QueueAwayProps {
  readonly current: string
  readonly agentId: string
  readonly handle: Ref<QueueHandle>
}

/** The queue of a conversation where there is no room for it: the next one is asked for when it is wanted. */
export function QueueAway({ current, agentId, handle }: QueueAwayProps) {
  const { filter } = useInboxView(agentId)
  const client = useQueryClient()
  const navigate = useNavigate()
  useImperativeHandle(handle, () => {
    const openNext = async () => {
      const rows = await firstRows(client, filter)
      const next = nextInQueue(rows ?? [], current)
      // No customer waits, or the queue cannot be loaded: its page says which.
      await navigate(next === null ? '/inbox' : `/conversations/${next}`)
    }
    return { next: () => () => void openNext(), focus: () => undefined }
  }, [filter, client, navigate, current])
  return null
}
