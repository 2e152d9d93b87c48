import type { MessageEntity } from '@parley/core/messages/api'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../client/client.ts'

/** The tries of a message, asked for when somebody looks at them, and again each time something happened to the message. */
export function useAttempts(message: MessageEntity) {
  const query = useQuery({
    queryKey: ['attempts', message.id],
    queryFn: async () => (await api.attempts({ params: { id: message.id } })).value,
    staleTime: 0,
    gcTime: 0,
  })
  const shown = useRef(message)
  const { refetch } = query
  useEffect(() => {
    if (shown.current === message) return
    shown.current = message
    void refetch()
  }, [message, refetch])
  return query
}
