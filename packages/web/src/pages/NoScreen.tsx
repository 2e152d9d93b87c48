import { t } from '@parley/core/text/translate'
import { FileQuestion, Lock } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import type { PolicyName } from '@parley/core/access/policies'
import { useQuery } from '@tanstack/react-query'
import { Box, Center } from '../ui/layout/Layout.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { servedAreas, useMay } from '../data/capabilities/queries.ts'
import { Spinner } from '../ui/states/Spinner.tsx'

/** In place of a screen, at every address that has none. The title is an `h1` where nothing around it names the page. */
export const NotFound = ({ titleAs = 'p' }: { titleAs?: 'h1' | 'p' }) => (
  <Center size="list" weight={500} full>
    <EmptyState
      icon={<FileQuestion size={20} strokeWidth={1.7} aria-hidden="true" />}
      title={t('Page Not Found')}
      titleAs={titleAs}
      hint={t('There is nothing at this address.')}
      action={<Link to="/">{t('Return to Dashboard')}</Link>}
    />
  </Center>
)

/** The same as a whole page, for who is not signed in. */
export function NotFoundPage() {
  useEffect(() => {
    document.title = t('Page Not Found · Parley')
  }, [])
  return (
    <Box as="main" full>
      <NotFound titleAs="h1" />
    </Box>
  )
}

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
