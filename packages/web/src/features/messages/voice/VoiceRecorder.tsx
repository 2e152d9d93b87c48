import { t } from '@parley/core/text/translate'
import { maxVoiceSeconds, microphoneProblem, playingTime } from '@parley/core/attachments/rules'
import { Mic, Square, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/hooks/class-names.ts'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'
import { Meter } from '../../../ui/charts/Meter.tsx'
import { useRecorder } from './use-recorder.ts'
import styles from './VoiceRecorder.module.css'

interface VoiceRecorderProps {
  /** The recording, also when it ends because the agent leaves; then nobody has asked for it to be sent. */
  readonly onRecorded: (recording: File) => void
  readonly onClose: () => void
}

/** Records a voice note in the place of the box: how long and how loud it is, Stop, and Discard. */
export function VoiceRecorder(props: VoiceRecorderProps) {
  const [turn, setTurn] = useState(0)
  return <Turn key={turn} {...props} onAgain={() => setTurn(turn + 1)} />
}

function Turn({ onRecorded, onClose, onAgain }: VoiceRecorderProps & { readonly onAgain: () => void }) {
  const { state, stop, discard } = useRecorder(onRecorded, onClose)
  const hadFocus = useRef(false)
  // The button that began it is gone; its successor takes the keys once.
  const takeFocus = (button: HTMLButtonElement | null) => {
    if (button === null || hadFocus.current) return
    hadFocus.current = true
    button.focus()
  }
  if (state.is === 'failed' || state.is === 'full') {
    return (
      <HStack gap={2} wrap size="list" className={styles.row}>
        <p role={state.is === 'failed' ? 'alert' : 'status'} className={styles.words}>
          {state.is === 'failed'
            ? microphoneProblem(state.name)
            : t(
                'Recording stopped at {maxVoiceSeconds}, the limit. Listen to it below, then record the rest as another voice note.',
                { maxVoiceSeconds: playingTime(maxVoiceSeconds) },
              )}
        </p>
        {state.is === 'failed' && (
          <Button size="small" onClick={onAgain}>
            {t('Try again')}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={onClose}>
          {t('Close')}
        </Button>
      </HStack>
    )
  }
  const isRecording = state.is === 'recording'
  return (
    <HStack role="group" aria-label={t('Voice note')} gap={2} wrap size="list" className={styles.row}>
      <Mic size={16} strokeWidth={1.8} aria-hidden="true" className={isRecording ? styles.on : undefined} />
      <Text role="status" weight={500} className={classNames(isRecording && styles.beside)}>
        {state.is === 'asking'
          ? t('Waiting for the microphone…')
          : isRecording
            ? t('Recording')
            : t('Saving…')}
      </Text>
      {isRecording && (
        <>
          <Text role="timer" tone="muted" digits>
            {t('{seconds} of {maxVoiceSeconds}', {
              seconds: playingTime(state.seconds),
              maxVoiceSeconds: playingTime(maxVoiceSeconds),
            })}
          </Text>
          <span className={styles.level}>
            <Meter percent={state.level * 100} tone="danger" />
          </span>
          <Button
            ref={takeFocus}
            size="small"
            icon={<Square size={13} strokeWidth={2} aria-hidden="true" />}
            onClick={stop}
          >
            {t('Stop')}
          </Button>
        </>
      )}
      {state.is !== 'saving' && (
        <Button
          size="small"
          variant="quiet"
          icon={<Trash2 size={14} strokeWidth={1.8} aria-hidden="true" />}
          onClick={discard}
        >
          {t('Discard')}
        </Button>
      )}
    </HStack>
  )
}
