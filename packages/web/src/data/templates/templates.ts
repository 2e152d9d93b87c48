import { useQuery } from '@tanstack/react-query'
import { api } from '../../client/client.ts'

/** All templates, and what a conversation's customer wants of them; asked for anew when shown, and when they change. */
export const useTemplates = (conversationId: string) =>
  useQuery({
    queryKey: ['templates', conversationId],
    queryFn: async () => (await api.templates({ params: { id: conversationId } })).value,
    staleTime: 0,
  })
