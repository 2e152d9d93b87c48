import { t } from '@parley/core/text/translate'
import type { ConversationEntity, ConversationMeta } from '@parley/core/conversations/api'
import { assigneeLabel, customerNameOf, isNameless, numberBeside } from '@parley/core/conversations/rules'
import { ChevronLeft, Info, PanelRight } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { keysLabel } from '../../../commands/catalogue.ts'
import { Box, Center, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useMediaQuery } from '../../../ui/hooks/use-media-query.ts'
import { useNow } from '../../../ui/hooks/use-now.ts'
import { useAsStore } from '../../../store.ts'
import { StatusBadge } from '../../../ui/marks/StatusBadge.tsx'
import { OfferedTo } from '../../assignments/offers/OfferedTo.tsx'
import { ResolveButton, type ResolveControl, type ResolveRoom } from '../finish/Resolve.tsx'
import { Viewers } from '../../presence/Viewers.tsx'
import { ActivityTime } from './ActivityTime.tsx'
import styles from './ConversationHeader.module.css'
import { StatusField } from './StatusControl.tsx'
import { TagsField } from './TagEditor.tsx'
import type { CustomerPanelState } from '../use-customer-panel.ts'

interface ConversationHeaderProps {
  readonly conversation: ConversationEntity
  readonly meta: ConversationMeta
  /** Of an unloaded one some things are known; an unknown one's assignee and time are nobody's. */
  readonly state: 'ready' | 'unloaded' | 'unknown'
  readonly viewerId: string
  /** The heading, which can be given the focus. */
  readonly heading: Ref<HTMLHeadingElement>
  /** What can be done with the whole conversation, where there is room for it; else false. */
  readonly actions: ReactNode
  readonly resolve: ResolveControl
  readonly panel: CustomerPanelState
}

/** Whose conversation this is, how it stands, and who has it: two lines, whoever comes and whatever it is called. */
export function ConversationHeader(props: ConversationHeaderProps) {
  'use memo'
  const { conversation, meta, state, viewerId, heading, actions, resolve, panel } = props
  const unseen = useAsStore(conversation.unread_count)
  const name = customerNameOf(conversation)
  const isErased = conversation.erased !== null
  const known = state !== 'unknown'
  const room = useRoomToResolve(panel)
  return (
    <div className={styles.place}>
      <HStack
        as="header"
        gap={2.5}
        rule="bottom"
        className={styles.header}
        data-roomy={panel.isRoomy}
        // The panel takes the avatar, the tags and the ticket out of it; Withdraw takes room.
        data-crowded={!panel.hasTags || (known && conversation.offer !== null)}
      >
        <Center
          as={Link}
          to="/conversations"
          flex="none"
          tone="muted"
          className={styles.back}
          aria-label={t('Back to list')}
          title={t('Back to list')}
        >
          <ChevronLeft size={18} strokeWidth={1.8} aria-hidden="true" />
        </Center>
        {(panel.isPhone || !panel.hasTags) && <Avatar name={name} nameless={isNameless(conversation)} />}
        <Box flex="grow" className={styles.names}>
          <HStack gap={2} flex="shrink" className={styles.first}>
            <Text as="h2" ref={heading} tabIndex={-1} dir="auto" cut className={styles.name} title={name}>
              {name}
            </Text>
            {isErased ? (
              <StatusBadge status={conversation.status} />
            ) : (
              <StatusField state={state} control={resolve.status} unseen={unseen} />
            )}
            {!panel.hasTags && !isErased && (
              <HStack gap={2} wrap className={styles.tags}>
                <TagsField isReal={state === 'ready'} conversation={meta} />
              </HStack>
            )}
          </HStack>
          <HStack gap={2} align="stretch" flex="shrink" size="meta" tone="muted">
            <HStack as="p" align="stretch" wrap nowrap className={styles.facts}>
              <Facts
                conversation={conversation}
                known={known}
                viewerId={viewerId}
                withAccount={!panel.isOpen}
              />
            </HStack>
            <Text flex="none" cut className={styles.viewers}>
              <Viewers />
            </Text>
          </HStack>
        </Box>
        <ResolveButton resolve={resolve} shows={room} />
        {actions}
        <PanelSwitch panel={panel} />
      </HStack>
    </div>
  )
}

/** Beside the open panel a narrow window has no room for the word. */
function useRoomToResolve({ isPhone, isRoomy, isBeside, isOpen }: CustomerPanelState): ResolveRoom {
  const isWide = useMediaQuery('(min-width: 1360px)')
  if (isRoomy) return 'key'
  return isPhone || (isBeside && isOpen && !isWide) ? 'icon' : 'word'
}

function PanelSwitch({ panel }: Pick<ConversationHeaderProps, 'panel'>) {
  const label = panel.isOpen ? t('Hide customer details') : t('Show customer details')
  const told = { 'aria-expanded': panel.isOpen, 'aria-controls': panel.id, onClick: panel.toggle }
  if (panel.isPhone) {
    return (
      <IconButton label={label} {...told}>
        <Info size={18} strokeWidth={1.7} aria-hidden="true" />
      </IconButton>
    )
  }
  const icon = <PanelRight size={16} strokeWidth={1.7} aria-hidden="true" />
  return panel.isBeside ? (
    <IconButton label={label} shortcut={keysLabel('conversation.panel')} {...told}>
      {icon}
    </IconButton>
  ) : (
    <Button aria-label={label} icon={icon} {...told}>
      {t('Details')}
    </Button>
  )
}

type FactsProps = Pick<ConversationHeaderProps, 'conversation' | 'viewerId'> & {
  readonly known: boolean
  readonly withAccount: boolean
}

/** On one line, what matters most at its beginning: what has no room behind the assignee is left out whole. */
function Facts({ conversation, known, viewerId, withAccount }: FactsProps) {
  const now = useNow()
  const number = numberBeside(conversation)
  const { channel, business_number: business, rated, metadata } = conversation
  // The panel, which has them, is away (CDET-09).
  const account = [metadata.account_type, metadata.customer_id].filter(part => part !== null).join(' ')
  return (
    <>
      <span className={styles.always}>
        {known && conversation.offer !== null && (
          <Text digits>
            <OfferedTo offer={conversation.offer} viewerId={viewerId} />
          </Text>
        )}
        {number !== null && <Text digits>{number}</Text>}
        {known ? (
          <Assignee conversation={conversation} viewerId={viewerId} />
        ) : (
          <span>{t('Assignee unknown')}</span>
        )}
      </span>
      {known && (
        <span>
          <span className={styles.activity}>{t('last activity')} </span>
          <ActivityTime row={conversation} now={now} />
        </span>
      )}
      {known && withAccount && account !== '' && <span>{account}</span>}
      {known && business !== null && (
        <span>
          {channel === 'whatsapp' ? t('wrote to') : 'by'} {business}
        </span>
      )}
      {known && rated !== null && <span>{t('rated {rated} of 5', { rated })}</span>}
    </>
  )
}

function Assignee({ conversation, viewerId }: Pick<ConversationHeaderProps, 'conversation' | 'viewerId'>) {
  const who = assigneeLabel(conversation, viewerId)
  if (who === null) return conversation.offer === null && <span>{t('Unassigned')}</span>
  return <span>{conversation.with_bot ? t('answered by the bot') : t('assigned to {who}', { who })}</span>
}
