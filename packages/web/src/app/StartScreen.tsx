import { t } from '@parley/core/text/translate'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { servedAreas } from '../data/capabilities/queries.ts'
import { useChoice } from '../data/session/preferences.ts'
import { hasJustSignedIn } from '../pages/just-signed-in.ts'
import { Center } from '../ui/layout/Layout.tsx'
import { Spinner } from '../ui/states/Spinner.tsx'

/** The dashboard, or for somebody who has just signed in the screen that they start with: agents with the inbox, unless they chose. */
export function StartScreen({ dashboard }: { readonly dashboard: ReactNode }) {
  const { state } = useLocation()
  const chosen = useChoice('startScreen')
  const { data, isError } = useQuery(servedAreas)
  if (!hasJustSignedIn(state) || chosen === 'dashboard') return dashboard
  if (chosen === 'inbox' || data?.role === 'AGENT') return <Navigate to="/inbox" replace />
  // Who they are is known within one answer.
  if (data !== undefined || isError) return dashboard
  return (
    <Center tone="muted" full>
      <Spinner label={t('Loading the screen')} />
    </Center>
  )
}
