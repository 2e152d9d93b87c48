import { t } from '@parley/core/text/translate'
import { api } from '../../client/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/forms/use-form.ts'

type UpdatePasswordProps = {
  /** The token of the link that was followed; null when it is to be pasted. */
  linkToken: string | null
  onDone: () => void
}

/** Sets a new password with a reset token. */
export function UpdatePassword({ linkToken, onDone }: UpdatePasswordProps) {
  const form = useForm({
    values: { token: linkToken ?? '', newPassword: '' },
    send: async ({ token, newPassword }) => {
      await api.updatePassword({ body: { token: token.trim(), newPassword } })
      onDone()
    },
  })
  return (
    <Grid as="form" gap={3} {...form.props} aria-label={t('Set a new password')}>
      <TextField
        label={t('Reset token')}
        autoComplete="one-time-code"
        spellCheck={false}
        required
        {...form.text('token')}
      />
      <TextField
        label={t('New password')}
        type="password"
        autoComplete="new-password"
        required
        {...form.text('newPassword')}
      />
      {form.failure !== null && <Notice tone="danger">{form.failure}</Notice>}
      <HStack gap={2} align="stretch">
        <Button type="submit" busy={form.busy}>
          {t('Set new password')}
        </Button>
      </HStack>
    </Grid>
  )
}
