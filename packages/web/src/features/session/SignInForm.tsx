import { t } from '@parley/core/text/translate'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../client/client.ts'
import { SignInFailure, signIn } from '../../data/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'

type SignInFormProps = {
  /** Shows the reset panel in place of the form. */
  onForgot: () => void
}

/** Username, password, remember me. In a demo workspace the demo account is filled in until something is typed. */
export function SignInForm({ onForgot }: SignInFormProps) {
  const demo = useDemoAccount()
  const [typed, setTyped] = useState<{ username?: string; password?: string }>({})
  const [remember, setRemember] = useState(false)
  const username = typed.username ?? demo?.username ?? ''
  const password = typed.password ?? demo?.password ?? ''
  // Whoever has begun to fill in the form keeps it: what comes late would stand before what is typed next.
  const begin = () => {
    if (demo === undefined) setTyped(fields => ({ username: '', password: '', ...fields }))
  }
  // The name that a code is asked for: another one is asked for its password first.
  const [codeFor, setCodeFor] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const asksForCode = codeFor !== null && codeFor === username.trim()
  const attempt = useMutation({
    mutationFn: () =>
      signIn({ username: username.trim(), password, code: asksForCode ? code.trim() : '', remember }),
    onError: failure => {
      if (failure instanceof SignInFailure && failure.asksForCode) setCodeFor(username.trim())
    },
  })
  const isFirstAsk = attempt.error instanceof SignInFailure && attempt.error.isFirstAsk

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (username.trim() === '' || password === '' || attempt.isPending) return
    attempt.mutate()
  }

  return (
    <Grid as="form" gap={4} onSubmit={submit} aria-label={t('Sign in')}>
      {attempt.isError && <Notice tone={isFirstAsk ? 'info' : 'danger'}>{attempt.error.message}</Notice>}
      <TextField
        label={t('Username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={username}
        onFocus={begin}
        onChange={event => setTyped({ ...typed, username: event.target.value })}
      />
      <TextField
        label={t('Password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onFocus={begin}
        onChange={event => setTyped({ ...typed, password: event.target.value })}
      />
      {asksForCode && (
        <TextField
          ref={focusOnce}
          label={t('Code')}
          name="otp"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={code}
          hint={t('6 digits from your authenticator app, or a recovery code')}
          onChange={event => setCode(event.target.value)}
        />
      )}
      <HStack gap={3} justify="between" size="list">
        <Checkbox
          label={t('Remember me')}
          name="remember"
          checked={remember}
          onChange={event => setRemember(event.target.checked)}
        />
        <a
          href="#forgot-password"
          onClick={event => {
            event.preventDefault()
            onForgot()
          }}
        >
          {t('Forgot your password?')}
        </a>
      </HStack>
      <Button type="submit" variant="primary" size="large" busy={attempt.isPending}>
        {attempt.isPending ? t('Signing in...') : t('Sign in')}
      </Button>
      {demo && (
        <Text as="p" size="meta" tone="faint">
          {t('Demo workspace: the account is filled in for you. Nothing here reaches a real customer.')}
        </Text>
      )}
    </Grid>
  )
}

/** What was asked for just now is typed next. */
const focusOnce = (field: HTMLInputElement | null): void => field?.focus()

/** The account that the form opens with in a demo workspace; null elsewhere, undefined until it is known. */
function useDemoAccount(): { username: string; password: string } | null | undefined {
  const query = useQuery({
    queryKey: ['sign-in'],
    queryFn: async ({ signal }) => (await api.signInDefaults({ signal })).value.demo,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return query.isError ? null : query.data
}
