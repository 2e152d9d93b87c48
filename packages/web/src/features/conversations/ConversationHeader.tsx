import type { ConversationEntity } from '@parley/core/entities/conversation'
import { assigneeLabel, numberLabel } from '@parley/core/rules/conversation'
import { ChevronLeft, PanelRight } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { keysLabel } from '../../commands/catalogue.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { ActivityTime } from './ActivityTime.tsx'
import styles from './ConversationHeader.module.css'

interface ConversationHeaderProps {
  readonly conversation: ConversationEntity
  /** Whether what is in it is the conversation's; a placeholder's assignee and time are nobody's. */
  readonly known: boolean
  readonly viewerId: string
  /** The heading, which can be given the focus. */
  readonly heading: Ref<HTMLHeadingElement>
  /** How the conversation stands, as a badge that may also change it. */
  readonly status: ReactNode
  readonly tags: ReactNode
  /** Colleagues who look at it too; nothing when there are none. */
  readonly viewers?: ReactNode
  /** What can be done with the whole conversation. */
  readonly actions?: ReactNode
  /** Between a queue and the panel: one line of each, and never more. */
  readonly tight: boolean
  /** `beside`: it stands beside the thread and not over it. */
  readonly panel: {
    readonly open: boolean
    readonly beside: boolean
    readonly id: string
    readonly toggle: () => void
  }
}

/** Whose conversation this is, how it stands, and who has it. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { conversation, known, viewerId, heading, status, tags, viewers, actions, tight, panel } = props
  const now = useNow()
  const { customer_name: name } = conversation
  const number = numberLabel(conversation)
  return (
    <header className={styles.header} data-tight={tight}>
      <Link to="/conversations" className={styles.back} aria-label="Back to list" title="Back to list">
        <ChevronLeft size={18} strokeWidth={1.8} aria-hidden="true" />
      </Link>
      <Avatar name={name} />
      <div className={styles.words}>
        <div className={styles.first}>
          <h2 ref={heading} tabIndex={-1} dir="auto" className={styles.name} title={name}>
            {name}
          </h2>
          {status}
          {tags}
          <span className={styles.viewers}>{viewers}</span>
        </div>
        <p className={styles.second}>
          {number !== null && <span className={styles.phone}>{number}</span>}
          {known ? (
            <>
              {conversation.business_number !== null && (
                <span>
                  {conversation.channel === 'whatsapp' ? 'wrote to' : 'by'} {conversation.business_number}
                </span>
              )}
              <Assignee conversation={conversation} viewerId={viewerId} />
              {conversation.rated !== null && <span>rated {conversation.rated} of 5</span>}
              <span>
                <span className={styles.activity}>last activity </span>
                <ActivityTime row={conversation} now={now} />
              </span>
            </>
          ) : (
            <span>Assignee unknown</span>
          )}
          {!panel.open && known && <Account conversation={conversation} />}
        </p>
      </div>
      {actions}
      {panel.beside ? (
        <IconButton
          label={panelLabel(panel)}
          shortcut={keysLabel('conversation.panel')}
          aria-expanded={panel.open}
          aria-controls={panel.id}
          onClick={panel.toggle}
        >
          <PanelRight size={16} strokeWidth={1.7} aria-hidden="true" />
        </IconButton>
      ) : (
        <Button
          aria-label={panelLabel(panel)}
          aria-expanded={panel.open}
          aria-controls={panel.id}
          icon={<PanelRight size={16} strokeWidth={1.7} aria-hidden="true" />}
          onClick={panel.toggle}
        >
          Details
        </Button>
      )}
    </header>
  )
}

const panelLabel = ({ open }: ConversationHeaderProps['panel']): string =>
  open ? 'Hide customer details' : 'Show customer details'

function Assignee({ conversation, viewerId }: Pick<ConversationHeaderProps, 'conversation' | 'viewerId'>) {
  const who = assigneeLabel(conversation, viewerId)
  if (who === null) return <span>Unassigned</span>
  return <span>{conversation.with_bot ? 'answered by the bot' : `assigned to ${who}`}</span>
}

/** Where the panel is away: account type and customer id (CDET-09). */
function Account({ conversation: { metadata } }: Pick<ConversationHeaderProps, 'conversation'>) {
  const { account_type: type, customer_id: id } = metadata
  if (type === null && id === null) return null
  return <span>{[type, id].filter(part => part !== null).join(' ')}</span>
}
