import { t } from '@parley/core/text/translate'
import { type Keeping, keeping, lossSeen } from '../../client/device/own-kept.ts'
import { useStore } from '../../store.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/states/Notice.tsx'

const unkept: Readonly<Record<Exclude<Keeping, 'kept'>, string>> = {
  unencrypted: t(
    'Text you have not sent, except replies, is lost when you close this page: this connection is not encrypted (http)',
  ),
  keyless: t('Text you have not sent is lost when you close this page: this server cannot save it safely'),
}

/** Says what an agent cannot rely on of what they have written and not sent. */
export function KeptNotice() {
  const { how, isSomeLost } = useStore(keeping)
  return (
    <>
      {how !== 'kept' && <Notice tone="warn">{unkept[how]}</Notice>}
      {isSomeLost && (
        <Notice
          tone="warn"
          action={
            <Button size="small" onClick={lossSeen}>
              {t('Close')}
            </Button>
          }
        >
          {t(
            'Some unsent text on this device could not be opened and was deleted. Check whether one of your replies is missing',
          )}
        </Notice>
      )}
    </>
  )
}
