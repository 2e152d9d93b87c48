import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'

/** What is asked for anew each time it is shown. */
export const useFresh = <T>(
  queryKey: QueryKey,
  ask: () => Promise<T>,
  more: Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'> = {},
) => useQuery<T>({ queryKey, queryFn: () => ask(), staleTime: 0, ...more })

/** A write whose answer takes the place of what is held; one that fails has that asked for anew, and rejects. */
export function useReplacing<Said extends unknown[]>(
  queryKey: QueryKey,
  write: (...said: Said) => Promise<{ readonly value: unknown }>,
): (...said: Said) => Promise<void> {
  'use memo'
  const client = useQueryClient()
  return async (...said) => {
    try {
      const { value } = await write(...said)
      client.setQueryData(queryKey, value)
    } catch (cause) {
      void client.invalidateQueries({ queryKey })
      throw cause
    }
  }
}
