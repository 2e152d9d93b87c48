import { t } from '@parley/core/text/translate'
import { downloadUrl } from '@parley/core/attachments/rules'
import { sizeLabel } from '@parley/core/text/format'
import { Mic, Paperclip, RotateCw, TriangleAlert, X } from 'lucide-react'
import { basePath } from '@parley/core/paths'
import { actionMessages } from '../../../client/action-messages.ts'
import { AudioPlayer } from '../../../ui/files/AudioPlayer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/hooks/class-names.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import styles from './PendingFileList.module.css'
import {
  isStopped,
  type PendingFile,
  uploadPercent,
  type PendingFiles,
} from '../../../data/attachments/pending-files.ts'

type PendingFileListProps = Pick<PendingFiles, 'files' | 'retry' | 'remove' | 'clear'>

/** The files that go with the next message: each with its size, state and a way out; progress over all of them. */
export function PendingFileList({ files, retry, remove, clear }: PendingFileListProps) {
  if (files.length === 0) return null
  const percent = uploadPercent(files)
  return (
    <Grid gap={1.5} className={styles.pending}>
      <HStack as="ul" gap={1.5} wrap className={styles.list} aria-label={t('Attached files')}>
        {files.map(file => (
          <Chip key={file.key} file={file} retry={retry} remove={remove} />
        ))}
        <li>
          <Button variant="quiet" size="small" onClick={clear}>
            {t('Clear all')}
          </Button>
        </li>
      </HStack>
      {percent !== null && (
        <HStack gap={2} size="meta" tone="muted" digits>
          <progress className={styles.bar} max={100} value={percent} aria-label={t('Upload')} />
          <span>{t('{percent}% uploaded', { percent })}</span>
        </HStack>
      )}
    </Grid>
  )
}

function Chip({ file, retry, remove }: Pick<PendingFiles, 'retry' | 'remove'> & { file: PendingFile }) {
  const { key, name, state, note } = file
  const voice = state.is === 'ready' && state.file.voice === true ? state.file : null
  const Icon = isStopped(file) ? TriangleAlert : voice === null ? Paperclip : Mic
  return (
    <HStack
      as="li"
      gap={1.5}
      inline
      size="meta"
      weight={500}
      className={classNames(styles.chip, isStopped(file) && styles.failed)}
    >
      <Icon size={14} strokeWidth={1.8} aria-hidden="true" />
      {voice === null ? (
        <Text cut className={styles.name} title={name}>
          {name}
        </Text>
      ) : (
        <AudioPlayer
          source={downloadUrl({ ...voice, download_url: null }, basePath) ?? undefined}
          name={t('Your recording')}
          className={styles.player}
        />
      )}
      {state.is === 'failed' ? (
        <span role="alert" title={`${actionMessages.upload}: ${state.reason}`}>
          {t('Failed to upload: {reason}', { reason: state.reason })}
        </span>
      ) : state.is === 'refused' ? (
        <span role="alert">{state.reason}</span>
      ) : voice !== null ? null : (
        <Text weight={400} tone="faint" nowrap>
          {sizeLabel(file.size)}
          {note !== null && ` · ${note}`}
        </Text>
      )}
      {state.is === 'failed' && (
        <IconButton label={t('Retry {name}', { name })} size="small" onClick={() => retry(key)}>
          <RotateCw size={13} strokeWidth={1.9} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton
        label={voice === null ? t('Remove {name}', { name }) : t('Discard the recording')}
        size="small"
        onClick={() => remove(key)}
      >
        <X size={13} strokeWidth={1.9} aria-hidden="true" />
      </IconButton>
    </HStack>
  )
}
