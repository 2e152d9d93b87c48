import { t } from '@parley/core/text/translate'
import { useState } from 'react'
import { api } from '../../client/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/forms/use-form.ts'

/** Asks for a reset link. The answer never tells whether the account exists. */
export function RequestReset({ onHasToken }: { onHasToken: () => void }) {
  const [answer, setAnswer] = useState<string | null>(null)
  const form = useForm({
    values: { email: '' },
    send: async ({ email }) => {
      setAnswer(null)
      setAnswer((await api.resetPassword({ body: { email: email.trim() } })).value.detail)
    },
  })
  return (
    <Grid as="form" gap={3} {...form.props} aria-label={t('Ask for a reset link')}>
      <TextField label={t('Email')} type="email" autoComplete="email" required {...form.text('email')} />
      {form.failure !== null && <Notice tone="danger">{form.failure}</Notice>}
      {answer !== null && <Notice tone="info">{answer}</Notice>}
      <HStack gap={2} align="stretch">
        <Button type="submit" busy={form.busy}>
          {t('Send reset link')}
        </Button>
        <Button variant="quiet" onClick={onHasToken}>
          {t('I have a reset token')}
        </Button>
      </HStack>
    </Grid>
  )
}
