import type { TemplateEntity } from '@parley/core/templates/api'
import { previewOf, type TemplatePiece, type TemplateValues } from '@parley/core/templates/rules'
import { Copy, ExternalLink, FileText, Phone, Reply } from 'lucide-react'
import { classNames } from '../../ui/hooks/class-names.ts'
import styles from './TemplatePreview.module.css'

const buttonIcons = { reply: Reply, url: ExternalLink, phone: Phone, code: Copy } as const
const fileWords = { image: 'Picture', video: 'Video', document: 'PDF' } as const

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
    <div role="group" aria-label="Preview" className={styles.preview}>
      <div className={styles.bubble}>
        {fileKind !== 'text' && (
          <p className={classNames(styles.file, fileName === null && styles.empty)}>
            <FileText size={15} strokeWidth={1.8} aria-hidden="true" />
            <span>{fileName ?? fileWords[fileKind]}</span>
          </p>
        )}
        {header.length > 0 && (
          <p dir="auto" className={styles.header}>
            <Pieces pieces={header} />
          </p>
        )}
        <p dir="auto" className={styles.body}>
          <Pieces pieces={body} />
        </p>
        {footer !== null && (
          <p dir="auto" className={styles.footer}>
            {footer}
          </p>
        )}
      </div>
      {buttons.map(({ kind, text, value }, place) => {
        const Icon = buttonIcons[kind]
        return (
          // Two buttons may say the same, and their order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={place} className={styles.button} title={value ?? undefined}>
            <Icon size={13} strokeWidth={1.8} aria-hidden="true" />
            <span dir="auto">{text}</span>
          </p>
        )
      })}
    </div>
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
