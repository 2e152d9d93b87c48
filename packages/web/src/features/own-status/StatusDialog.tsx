import {
  type ChosenStatus,
  maxStatusReason,
  type StatusMinutes,
  statusMinutes,
  usualStatusReasons,
} from '@parley/core/agents/constants'
import { awayWords } from '@parley/core/agents/rules'
import { t } from '@parley/core/text/translate'
import { useQueryClient } from '@tanstack/react-query'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { sayStatus } from '../../data/agents/own-status.ts'
import { Button } from '../../ui/Button.tsx'
import { RadioList } from '../../ui/fields/RadioList.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import styles from './own-status.module.css'

type Until = `${StatusMinutes}` | 'changed'

const untilChoices: readonly { readonly value: Until; readonly label: string }[] = [
  { value: 'changed', label: t('Until I change it') },
  ...statusMinutes.map(minutes => ({
    value: `${minutes}` as const,
    label: t('For {minutes} minutes', { minutes }),
  })),
]

const failed = (cause: unknown) => {
  logFailure('setOwnStatus', cause)
  return failureWords('setOwnStatus', cause)
}

const unsaid: { reason: string; until: Until } = { reason: '', until: 'changed' }

/** Why one takes nothing, and for how long. Neither has to be said. */
export function StatusDialog({ status, onClose }: { status: ChosenStatus; onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    values: unsaid,
    send: async ({ reason, until }) => {
      const minutes = statusMinutes.find(one => `${one}` === until) ?? null
      await sayStatus(client, { status, reason: reason.trim() || null, minutes })
      onClose()
    },
    wordsOf: failed,
  })
  const { reason } = form.values
  return (
    <FormDialog
      form={form}
      title={t(awayWords[status])}
      action={t('Set status')}
      size="sm"
      gap={4}
      dismissable
      onClose={onClose}
    >
      <Text as="p" size="list" tone="muted">
        {t('You get no new offers, and your open offers go to other agents. You keep your conversations.')}
      </Text>
      <TextField
        label={t('Reason (visible to your team)')}
        placeholder={t('Optional')}
        autoComplete="off"
        maxLength={maxStatusReason}
        {...form.text('reason')}
      />
      <HStack
        role="group"
        aria-label={t('Usual reasons')}
        gap={2}
        align="stretch"
        wrap
        className={styles.usual}
      >
        {usualStatusReasons[status].map(usual => (
          <Button
            key={usual}
            size="small"
            aria-pressed={reason === usual}
            onClick={() => form.change({ reason: reason === usual ? '' : usual })}
          >
            {usual}
          </Button>
        ))}
      </HStack>
      <RadioList label={t('How long')} choices={untilChoices} {...form.choice('until')} />
    </FormDialog>
  )
}
