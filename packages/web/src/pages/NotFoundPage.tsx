import { t } from '@parley/core/text/translate'
import { FileQuestion } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { Box, Center } from '../ui/layout/Layout.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'

interface NotFoundProps {
  /** `h1` where nothing around it names the page. */
  readonly titleAs?: 'h1' | 'p'
}

/** In place of a screen, at every address that has none. */
export const NotFound = ({ titleAs = 'p' }: NotFoundProps) => (
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
