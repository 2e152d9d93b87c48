import { plural, t } from '@parley/core/text/translate'
import type { AttachmentEntity } from '@parley/core/attachments/api'
import { downloadUrl, fileIcon, isOpenable, thumbnailOf } from '@parley/core/attachments/rules'
import { sizeLabel } from '@parley/core/text/format'
import { basePath } from '@parley/core/paths'
import type { CannedScope } from '@parley/core/canned-replies/constants'
import { File, FileText, Paperclip, Pencil, Users } from 'lucide-react'
import type { CannedPiece } from '@parley/core/canned-replies/rules'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import styles from './CannedFiles.module.css'

/** The files that go with a canned reply: each can be looked at in a tab of its own. */
export function CannedFiles({ files }: { files: readonly AttachmentEntity[] }) {
  if (files.length === 0) return null
  return (
    <HStack
      as="ul"
      gap={1}
      align="stretch"
      wrap
      className={styles.files}
      aria-label={t('Files of the canned reply')}
    >
      {files.map(file => (
        <li key={file.document_id}>
          <HStack
            as="a"
            gap={2}
            size="meta"
            tone="text"
            className={styles.file}
            href={downloadUrl(file, basePath) ?? undefined}
            target="_blank"
            rel="noopener noreferrer"
          >
            <Look file={file} />
            <Text cut>{file.name}</Text>
            <Text flex="none" tone="muted">
              {sizeLabel(file.size)}
            </Text>
          </HStack>
        </li>
      ))}
    </HStack>
  )
}

function Look({ file }: { readonly file: AttachmentEntity }) {
  const picture = thumbnailOf(file)
  if (picture !== null && isOpenable(picture))
    return <img className={styles.picture} src={picture} alt="" loading="lazy" />
  const Icon = fileIcon(file) === 'other' ? File : FileText
  return <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
}

/** Whose a canned reply is. */
export function Whose({ scope }: { scope: CannedScope }) {
  const Icon = scope === 'own' ? Pencil : Users
  return (
    <HStack as="span" inline size="meta" tone="muted" className={styles.whose}>
      <Icon size={13} strokeWidth={1.6} aria-hidden="true" />
      {scope === 'own' ? t('Mine') : t('Shared')}
    </HStack>
  )
}

/** The word that it is typed by, in a list; in the colour of the row that is chosen. */
export const Shortcut = ({ children }: { children: string }) => (
  <Text flex="grow" tone="muted" cut className={styles.shortcut}>
    /{children}
  </Text>
)

/** Says in a list how many files a canned reply has; nothing where it has none. */
export function FileCount({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <HStack
      as="span"
      gap={0.5}
      inline
      size="meta"
      tone="muted"
      digits
      role="img"
      aria-label={plural(count, { one: '1 file', other: '{count} files' })}
    >
      <Paperclip size={13} strokeWidth={1.6} aria-hidden="true" />
      {count}
    </HStack>
  )
}

/** A canned reply's words with what was filled in, and what is left to be, marked; as the bubble that it becomes. */
export function FilledIn({ pieces }: { readonly pieces: readonly CannedPiece[] }) {
  return (
    <Text as="p" size="list" tone="text" breaks className={styles.bubble} dir="auto">
      {pieces.map(({ kind, name, text }, place) =>
        kind === 'words' ? (
          // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other name
          <span key={place}>{text}</span>
        ) : (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- the same
            key={place}
            className={kind === 'known' ? styles.known : styles.open}
            title={kind === 'known' ? spoken(name) : t('{name}: not known', { name: spoken(name) })}
          >
            {text}
          </span>
        ),
      )}
    </Text>
  )
}

const spoken = (name: string): string => name.replaceAll('_', ' ').toLowerCase()
