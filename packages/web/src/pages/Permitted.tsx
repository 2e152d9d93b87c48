import { t } from '@parley/core/text/translate'
import type { PolicyName } from '@parley/core/access/policies'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { servedAreas, useMay } from '../data/capabilities/queries.ts'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { Spinner } from '../ui/states/Spinner.tsx'

/** A screen for some: whoever typed its address without being one of them is told so. The server decides all the same. */
export function Permitted({ policy, children }: { policy: PolicyName; children: ReactNode }) {
  const isKnown = useQuery(servedAreas).data !== undefined
  const may = useMay(policy)
  if (may) return children
  if (!isKnown) return <Spinner label={t('Loading the screen')} />
  return (
    <EmptyState
      icon={<Lock size={20} strokeWidth={1.8} aria-hidden="true" />}
      title={t('You do not have access to this screen')}
      hint={t('If you need it, ask an administrator')}
    />
  )
}
