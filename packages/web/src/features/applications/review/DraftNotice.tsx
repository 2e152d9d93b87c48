import { t } from '@parley/core/text/translate'
import type { ApplicationEntity } from '@parley/core/applications/application'
import { failureWords, logFailure } from '../../../client/action-messages.ts'
import { useMutation } from '@tanstack/react-query'
import { useFormWork } from '../../../data/applications/source.ts'
import { Button } from '../../../ui/Button.tsx'
import { FailureNote } from '../../../ui/states/FailureNote.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'

/** That a form can still be filled in, by whom, and the way to have the bot ask for the rest. */
export function DraftNotice({ application }: { application: ApplicationEntity }) {
  const { letBotAsk } = useFormWork()
  const ask = useMutation({
    mutationFn: () => letBotAsk(application),
    onError: cause => logFailure('letBotAsk', cause),
  })
  return (
    <>
      <Notice
        tone="info"
        action={
          <Button
            size="small"
            busy={ask.isPending}
            onClick={() => {
              if (!ask.isPending) ask.mutate()
            }}
          >
            {t('Let the bot ask the rest')}
          </Button>
        }
      >
        {ask.isSuccess
          ? t('The bot asks the customer for the rest. You can still fill in fields.')
          : t(
              'Not submitted yet. You can fill in fields for the customer. Only the customer can give consents and documents.',
            )}
      </Notice>
      {ask.error !== null && (
        <FailureNote onDismiss={() => ask.reset()}>{failureWords('letBotAsk', ask.error)}</FailureNote>
      )}
    </>
  )
}
