import { t } from '@parley/core/text/translate'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../client/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { Notice } from '../../ui/states/Notice.tsx'

const words = {
  own: t('This link sets a new password for your account. Sign out to continue'),
  other: t('This link is for another account. Sign out to continue'),
  none: t('This link was already used or has expired. Ask for a new one'),
} as const

interface SignedInLinkProps {
  readonly token: string
  /** Signs out, and goes on to the new password. */
  readonly onGoOn: () => void
}

/** An invitation or password link that was opened where somebody is signed in. */
export function SignedInLink({ token, onGoOn }: SignedInLinkProps) {
  const { data, error } = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => api.resetLinkOwner({ body: { token } }),
    gcTime: 0,
    retry: false,
  })
  if (data === undefined && error === null) return null
  const whose = data === undefined ? null : (data.value.whose ?? 'none')
  return (
    <Grid as="section" gap={3} aria-label={t('Password link')}>
      {whose === null ? (
        <Notice tone="danger">{error?.message}</Notice>
      ) : (
        <Notice tone={whose === 'none' ? 'warn' : 'info'}>{words[whose]}</Notice>
      )}
      <HStack gap={2} align="stretch">
        {whose !== null && whose !== 'none' && <Button onClick={onGoOn}>{t('Sign out and continue')}</Button>}
        <Link to="/">{t('Stay signed in')}</Link>
      </HStack>
    </Grid>
  )
}
