import { canRetry } from '@parley/core/messages/rules'
import type { MessageEntity } from '@parley/core/messages/api'
import { wantsTemplate } from '@parley/core/conversations/window'
import { useCommand } from '../../commands/live.ts'
import { showToast } from '../../ui/states/toasts.ts'

/**
 * Offers a key for the newest reply, where it failed and the same again may help. The thread shows how it goes.
 * @param retry answers null once it was taken, else why not, for a person
 */
export function useRetryCommand(
  messages: readonly MessageEntity[],
  retry: ((message: MessageEntity) => Promise<string | null>) | null,
): void {
  const newest = messages.findLast(({ direction }) => direction === 'OUTBOUND')
  const failed =
    newest !== undefined && canRetry(newest.status) && !wantsTemplate(newest.failure) ? newest : null
  const press = async (message: MessageEntity) => {
    const refused = await retry?.(message)
    if (typeof refused === 'string') showToast({ key: `retry ${message.id}`, title: refused, urgent: true })
  }
  useCommand('message.retry', retry === null || failed === null ? null : () => void press(failed))
}
