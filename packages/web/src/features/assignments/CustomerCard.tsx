import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf, isNameless, numberBeside, ticketLabel } from '@parley/core/conversations/rules'
import { Box, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import { StatusBadge } from '../../ui/marks/StatusBadge.tsx'
import styles from './CustomerCard.module.css'

/** Whose conversation is assigned, and how it stands. */
export function CustomerCard({ conversation }: { conversation: ConversationMeta }) {
  const name = customerNameOf(conversation)
  const number = numberBeside(conversation)
  return (
    <Grid gap={2.5} className={styles.card}>
      <HStack gap={3}>
        <Avatar name={name} nameless={isNameless(conversation)} />
        <Box flex="grow">
          <Text as="p" dir="auto" size="body" weight={600} breaks className={styles.name}>
            {name}
          </Text>
          {number !== null && (
            <Text as="p" size="meta" tone="muted" digits>
              {number}
            </Text>
          )}
        </Box>
        <StatusBadge status={conversation.status} />
      </HStack>
      <Facts names="medium">
        <Fact name={t('Conversation ID')}>{conversation.id}</Fact>
        <Fact name={t('Ticket')}>{ticketLabel(conversation.ticket)}</Fact>
      </Facts>
    </Grid>
  )
}
