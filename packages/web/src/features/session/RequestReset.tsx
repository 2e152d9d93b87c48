import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../client/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'

/** Asks for a reset link. The answer never tells whether the account exists. */
export function RequestReset({ onHasToken }: { onHasToken: () => void }) {
  const [email, setEmail] = useState('')
  const request = useMutation({
    mutationFn: async () => (await api.resetPassword({ body: { email: email.trim() } })).value.detail,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!request.isPending) request.mutate()
  }
  return (
    <Grid as="form" gap={3} onSubmit={submit} aria-label="Ask for a reset link">
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        value={email}
        onChange={event => setEmail(event.target.value)}
      />
      {request.isError && <Notice tone="danger">{request.error.message}</Notice>}
      {request.isSuccess && <Notice tone="info">{request.data}</Notice>}
      <HStack gap={2} align="stretch">
        <Button type="submit" busy={request.isPending}>
          Send reset link
        </Button>
        <Button variant="quiet" onClick={onHasToken}>
          I have a reset token
        </Button>
      </HStack>
    </Grid>
  )
}
