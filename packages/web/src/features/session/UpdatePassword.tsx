import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../client/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'

type UpdatePasswordProps = {
  /** The token of the link that was followed; null when it is to be pasted. */
  linkToken: string | null
  onDone: () => void
}

/** Sets a new password with a reset token. */
export function UpdatePassword({ linkToken, onDone }: UpdatePasswordProps) {
  const [token, setToken] = useState(linkToken ?? '')
  const [newPassword, setNewPassword] = useState('')
  const update = useMutation({
    mutationFn: () => api.updatePassword({ body: { token: token.trim(), newPassword } }),
    onSuccess: onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!update.isPending) update.mutate()
  }
  return (
    <Grid as="form" gap={3} onSubmit={submit} aria-label="Set a new password">
      <TextField
        label="Reset token"
        autoComplete="one-time-code"
        spellCheck={false}
        required
        value={token}
        onChange={event => setToken(event.target.value)}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        value={newPassword}
        onChange={event => setNewPassword(event.target.value)}
      />
      {update.isError && <Notice tone="danger">{update.error.message}</Notice>}
      <HStack gap={2} align="stretch">
        <Button type="submit" busy={update.isPending}>
          Set new password
        </Button>
      </HStack>
    </Grid>
  )
}
