import { type Keeping, keeping, lossSeen } from '../client/device/own-kept.ts'
import { useStore } from '../store.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/states/Notice.tsx'

const unkept: Readonly<Record<Exclude<Keeping, 'kept'>, string>> = {
  unencrypted:
    'What you write and do not send, replies apart, is lost when this page closes: on a connection that is not encrypted (http) it cannot be kept safely',
  keyless:
    'What you write and do not send is lost when this page closes: this server gives no key to keep it safely',
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
              Close
            </Button>
          }
        >
          Something you had written on this device and not sent cannot be opened any more and was removed.
          Look whether an answer of yours is missing
        </Notice>
      )}
    </>
  )
}
