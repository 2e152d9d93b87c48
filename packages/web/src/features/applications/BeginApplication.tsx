import { t } from '@parley/core/text/translate'
import type { ApplicationEntity, ApplicationKind } from '@parley/core/applications/application'
import { useState } from 'react'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { useFormWork } from '../../data/applications/source.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Grid } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { RadioList } from '../../ui/fields/RadioList.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import styles from './ConversationApplications.module.css'

interface BeginApplicationProps {
  readonly conversationId: string
  /** It is begun; `botAsks`: the customer is asked for it in the chat. */
  readonly onBegun: (application: ApplicationEntity, botAsks: boolean) => void
}

const wordsOf = (cause: unknown): string => {
  logFailure('beginApplication', cause)
  return failureWords('beginApplication', cause)
}

/** In the customer's panel: begins a form for them, which the agent or the bot goes on with. */
export function BeginApplication({ conversationId, onBegun }: BeginApplicationProps) {
  const [isOpen, setOpen] = useState(false)
  const [kind, setKind] = useState<ApplicationKind>('ipp')
  const [botAsks, setBotAsks] = useState(false)
  const { begin } = useFormWork()
  const { busy, failure, run, dismiss } = useAction(wordsOf)
  const close = () => {
    setOpen(false)
    dismiss()
  }
  const start = () =>
    run(async () => {
      const application = await begin(kind, conversationId, botAsks)
      close()
      onBegun(application, botAsks)
    })
  return (
    <div className={styles.begin}>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('Start an application for the customer')}
      </Button>
      <Modal
        open={isOpen}
        onClose={close}
        title={t('Start an application')}
        size="sm"
        footer={
          <>
            <Button onClick={close}>{t('Cancel')}</Button>
            <Button variant="primary" busy={busy} onClick={() => void start()}>
              {t('Start')}
            </Button>
          </>
        }
      >
        <Grid gap={4}>
          <RadioList
            label={t('Form')}
            value={kind}
            onChange={setKind}
            choices={[
              { value: 'ipp', label: 'IPP', hint: t('Individual Pension Plan') },
              { value: 'lib', label: t('LIB Flex'), hint: t('Life insurance, LIB Flex Maisha') },
            ]}
          />
          <Checkbox
            label={t('Let the bot ask the customer now. The bot takes over the conversation.')}
            checked={botAsks}
            onChange={event => setBotAsks(event.target.checked)}
          />
          {failure !== null && <FailureNote onDismiss={dismiss}>{failure}</FailureNote>}
        </Grid>
      </Modal>
    </div>
  )
}
