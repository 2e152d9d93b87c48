import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { useQueryClient } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { giveToBot, useBrief } from '../../data/assignments/actions.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { HStack } from '../../ui/layout/Layout.tsx'
import styles from './AssignPopover.module.css'
import { useAction } from '../../ui/hooks/use-action.ts'

const giveBack = t('Return to bot')

interface GiveBackButtonProps {
  readonly conversation: ConversationMeta
  readonly viewerId: string
  readonly onPress: () => void
}

/** Stands last, so that nothing moves when it is known that the bot answers at this number. */
export function GiveBackButton({ conversation, viewerId, onPress }: GiveBackButtonProps) {
  const { brief } = useBrief(conversation.id)
  const { agent, with_bot: withBot } = conversation
  if (brief?.bot_on !== true || withBot || (agent !== null && agent.id !== viewerId)) return null
  return (
    <HStack flex="none" rule="top" className={styles.foot}>
      <Button size="small" variant="quiet" icon={<Bot size={15} aria-hidden="true" />} onClick={onPress}>
        {giveBack}
      </Button>
    </HStack>
  )
}

const wordsOf = (cause: unknown): string =>
  t('Not returned to the bot. {message}.', {
    message: cause instanceof Error ? cause.message.replace(/\.$/, '') : '',
  })

/** Asks once before the bot has a conversation again. */
export function GiveBackQuestion({
  conversationId,
  onGiven,
  onClose,
}: {
  conversationId: string
  onGiven: () => void
  onClose: () => void
}) {
  const client = useQueryClient()
  const giving = useAction(wordsOf)
  const give = async () => {
    if (!(await giving.run(() => giveToBot(client, conversationId)))) return
    onClose()
    onGiven()
  }
  return (
    <ConfirmDialog
      title={t('Return this conversation to the bot?')}
      action={giving.busy ? t('Returning...') : giveBack}
      busy={giving.busy}
      failure={giving.failure}
      onConfirm={() => void give()}
      onClose={() => !giving.busy && onClose()}
    >
      <p>{t('The bot answers from now on. You are no longer the owner.')}</p>
    </ConfirmDialog>
  )
}
