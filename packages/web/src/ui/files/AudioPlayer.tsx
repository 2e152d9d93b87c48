import { t } from '@parley/core/text/translate'
import { playingTime } from '@parley/core/attachments/rules'
import { Pause, Play } from 'lucide-react'
import { type CSSProperties, useRef, useState } from 'react'
import { Center, HStack, Text } from '../layout/Layout.tsx'
import styles from './AudioPlayer.module.css'
import { classNames } from '../hooks/class-names.ts'

interface AudioPlayerProps {
  readonly source: string | undefined
  /** What it is called. */
  readonly name: string
  readonly className?: string | undefined
}

const rates = [1, 1.5, 2] as const

/** A recording in the colours of the page: a button, how far it is and of how much, and how fast; one plays at a time. */
export function AudioPlayer({ source, name, className }: AudioPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(0)
  const [rate, setRate] = useState<(typeof rates)[number]>(1)
  const press = () => {
    if (audio.current === null) return
    if (isPlaying) audio.current.pause()
    // What cannot be played says so by its error event; a press that stops it meanwhile is no failure.
    else void audio.current.play().catch(() => undefined)
  }
  const nextRate = rates[(rates.indexOf(rate) + 1) % rates.length] ?? 1
  return (
    <HStack
      role="group"
      aria-label={name}
      gap={2}
      flex="shrink"
      className={classNames(styles.player, className)}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a voice message has no captions to offer */}
      <audio
        ref={audio}
        preload="metadata"
        src={source}
        aria-label={name}
        onPlay={event => {
          setPlaying(true)
          for (const other of document.querySelectorAll('audio'))
            if (other !== event.currentTarget) other.pause()
        }}
        onPause={() => setPlaying(false)}
        onTimeUpdate={event => setAt(event.currentTarget.currentTime)}
        onDurationChange={event => setLength(lengthOf(event.currentTarget))}
        onEnded={event => {
          event.currentTarget.currentTime = 0
        }}
        onError={() => setFailed(true)}
      />
      <Center
        as="button"
        type="button"
        flex="none"
        className={styles.button}
        aria-label={`${isPlaying ? t('Pause') : t('Play')} ${name}`}
        disabled={hasFailed}
        onClick={press}
      >
        {isPlaying ? <Pause size={15} aria-hidden="true" /> : <Play size={15} aria-hidden="true" />}
      </Center>
      {hasFailed ? (
        <Text flex="grow" size="meta" tone="muted">
          {t('This recording cannot be played here')}
        </Text>
      ) : (
        <>
          <input
            type="range"
            className={styles.seek}
            aria-label={t('Position in {name}', { name })}
            aria-valuetext={t('{at} of {length}', { at: playingTime(at), length: playingTime(length) })}
            min={0}
            max={length || 1}
            step={0.1}
            value={at}
            style={{ '--at': `${length === 0 ? 0 : (100 * at) / length}%` } as CSSProperties}
            disabled={length === 0}
            onChange={event => {
              const to = Number(event.target.value)
              setAt(to)
              if (audio.current !== null) audio.current.currentTime = to
            }}
          />
          <Text flex="none" size="meta" tone="muted" digits className={styles.time}>
            {playingTime(at > 0 ? at : length)}
          </Text>
          <Text
            as="button"
            type="button"
            flex="none"
            tone="muted"
            className={styles.rate}
            aria-label={t('Speed: {rate}', { rate })}
            onClick={() => {
              setRate(nextRate)
              if (audio.current !== null) audio.current.playbackRate = nextRate
            }}
          >
            {rate}×
          </Text>
        </>
      )}
    </HStack>
  )
}

/** In seconds; 0 where it is not known. */
const lengthOf = ({ duration }: HTMLAudioElement): number => (Number.isFinite(duration) ? duration : 0)
