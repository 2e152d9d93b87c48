import type { TemplateSentEntity } from '@parley/core/messages/details'
import { languageLabel, statusLabel, templateTitle } from '@parley/core/templates/rules'
import { Copy, ExternalLink, Phone, Reply } from 'lucide-react'
import { MessageText } from '../text/MessageText.tsx'
import styles from './TemplateCard.module.css'

export const buttonIcons = { reply: Reply, url: ExternalLink, phone: Phone, code: Copy } as const

/** A template as it was sent: heading, words, footer and the buttons that the customer has. */
export function TemplateCard({ template }: { template: TemplateSentEntity }) {
  const { header, body, footer, buttons, name, language, category } = template
  return (
    <div role="group" aria-label={`Template ${templateTitle({ name })}`} className={styles.template}>
      {header !== null && (
        <p dir="auto" className={styles.header}>
          {header}
        </p>
      )}
      <MessageText text={body} />
      {footer !== null && (
        <p dir="auto" className={styles.footer}>
          {footer}
        </p>
      )}
      {buttons.length > 0 && (
        <ul aria-label="Buttons of the customer" className={styles.buttons}>
          {buttons.map(({ kind, text, value }, place) => {
            const Icon = buttonIcons[kind]
            return (
              // What was sent never changes, and two buttons may say the same.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={place} title={value ?? undefined} className={styles.button}>
                <Icon size={13} strokeWidth={1.8} aria-hidden="true" />
                <span dir="auto">{text}</span>
              </li>
            )
          })}
        </ul>
      )}
      <p className={styles.about}>
        Template {templateTitle({ name })} · {languageLabel(language)} · {statusLabel(category)}
      </p>
    </div>
  )
}
