import type { ApplicationKind } from '@parley/core/api/applications'
import type { Standing } from '@parley/core/entities/conversation'
import { memo } from 'react'
import { useLinkedApplications } from '../data/applications/queries.ts'
import { LinkedApplications } from '../features/applications/review/LinkedApplications.tsx'

interface DeskApplicationsProps {
  readonly kind: ApplicationKind
  readonly conversation: Standing
}

/** The applications of the conversation's customer. */
export const DeskApplications = memo(function DeskApplications({
  kind,
  conversation,
}: DeskApplicationsProps) {
  return <LinkedApplications kind={kind} view={useLinkedApplications(kind, conversation, true)} />
})

/** Has them at hand while the panel that shows them is away (CDET-24). */
export const LoadApplications = memo(function LoadApplications({
  conversation,
}: Pick<DeskApplicationsProps, 'conversation'>) {
  useLinkedApplications('ipp', conversation, true)
  useLinkedApplications('lib', conversation, true)
  return null
})
