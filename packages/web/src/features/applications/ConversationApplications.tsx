import type { ApplicationEntity, ApplicationKind } from '@parley/core/applications/application'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { useArea } from '../../data/capabilities/queries.ts'
import { applicationPath } from './list-filter.ts'
import { lazyWithRetry } from '../../ui/hooks/lazy-part.ts'
import { useLinkedApplications } from '../../data/applications/queries.ts'
import { LinkedApplications } from './review/LinkedApplications.tsx'

interface ConversationApplicationsProps {
  readonly kind: ApplicationKind
  readonly conversation: ConversationMeta
}

/** The applications of the conversation's customer. */
export function ConversationApplications({ kind, conversation }: ConversationApplicationsProps) {
  return <LinkedApplications kind={kind} view={useLinkedApplications(kind, conversation, true)} />
}

const begin = lazyWithRetry(async () => (await import('./begin/BeginApplication.tsx')).BeginApplication)

/** Begins one for the customer: whoever begins it alone goes on with it on its own page. */
export function BeginForCustomer({ conversation }: Pick<ConversationApplicationsProps, 'conversation'>) {
  'use memo'
  const navigate = useNavigate()
  const isServed = useArea('applications') === 'served'
  const onBegun = (application: ApplicationEntity, botAsks: boolean) => {
    if (!botAsks) void navigate(applicationPath(application))
  }
  if (!isServed || conversation.status === 'ARCHIVED') return null
  return (
    <Suspense fallback={null}>
      <begin.Part conversationId={conversation.id} onBegun={onBegun} />
    </Suspense>
  )
}

/** Has them at hand while the panel that shows them is away (CDET-24). */
export function LoadApplications({ conversation }: Pick<ConversationApplicationsProps, 'conversation'>) {
  useLinkedApplications('ipp', conversation, true)
  useLinkedApplications('lib', conversation, true)
  return null
}
