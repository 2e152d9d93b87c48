import { t } from '@parley/core/text/translate'
import type { TemplateEntity } from '@parley/core/templates/api'
import {
  languageLabel,
  previewOf,
  statusLabel,
  type TemplatePiece,
  type TemplateValues,
} from '@parley/core/templates/rules'
import { Copy, ExternalLink, FileText, Phone, Reply } from 'lucide-react'
import { classNames } from '../../ui/hooks/class-names.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import type { Tone } from '../../ui/marks/Badge.tsx'
import styles from './TemplatePreview.module.css'

const buttonIcons = { reply: Reply, url: ExternalLink, phone: Phone, code: Copy } as const
const fileWords = { image: t('Picture'), video: t('Video'), document: 'PDF' } as const

interface TemplatePreviewProps {
  readonly template: TemplateEntity
  readonly values: TemplateValues
  /** The name of its heading's file; null: none yet. */
  readonly fileName: string | null
}

/** A template as the customer will see it, with its values marked. */
export function TemplatePreview({ template, values, fileName }: TemplatePreviewProps) {
  const { header, body, footer, buttons } = previewOf(template, values)
  const fileKind = template.header?.kind ?? 'text'
  return (
    <Grid role="group" aria-label={t('Preview')} gap={1} className={styles.preview}>
      <Grid gap={1.5} size="body" tone="text" breaks className={styles.bubble}>
        {fileKind !== 'text' && (
          <HStack
            as="p"
            gap={2}
            size="list"
            weight={500}
            className={classNames(styles.file, fileName === null && styles.empty)}
          >
            <FileText size={15} strokeWidth={1.8} aria-hidden="true" />
            <span>{fileName ?? fileWords[fileKind]}</span>
          </HStack>
        )}
        {header.length > 0 && (
          <Text as="p" dir="auto" weight={600}>
            <Pieces pieces={header} />
          </Text>
        )}
        <p dir="auto" className={styles.body}>
          <Pieces pieces={body} />
        </p>
        {footer !== null && (
          <Text as="p" dir="auto" size="meta" tone="muted">
            {footer}
          </Text>
        )}
      </Grid>
      {buttons.map(({ kind, text, value }, place) => {
        const Icon = buttonIcons[kind]
        return (
          <HStack
            as="p"
            // Two buttons may say the same, and their order never changes.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            gap={1.5}
            justify="center"
            size="list"
            weight={500}
            tone="accent"
            className={styles.button}
            title={value ?? undefined}
          >
            <Icon size={13} strokeWidth={1.8} aria-hidden="true" />
            <span dir="auto">{text}</span>
          </HStack>
        )
      })}
    </Grid>
  )
}

function Pieces({ pieces }: { pieces: readonly TemplatePiece[] }) {
  return pieces.map(({ text, is }, place) =>
    is === 'words' ? (
      text
    ) : (
      // Pieces stand in one order for as long as the template is the same.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={place} className={classNames(styles.value, is === 'empty' && styles.empty)}>
        {text}
      </mark>
    ),
  )
}

const tones: Readonly<Record<string, Tone>> = {
  APPROVED: 'ok',
  PENDING: 'grey',
  IN_APPEAL: 'grey',
  PAUSED: 'warn',
  REJECTED: 'danger',
  DISABLED: 'danger',
}

/** The colour of a state of WhatsApp's. */
export const stateTone = (status: string): Tone => tones[status] ?? 'grey'

const qualityWords: Readonly<Record<string, string>> = { YELLOW: t('quality medium'), RED: t('quality low') }

/** "English · Utility · quality low" */
export const aboutWords = ({ language, category, quality }: TemplateEntity): string =>
  [languageLabel(language), statusLabel(category), qualityWords[quality]].filter(Boolean).join(' · ')
