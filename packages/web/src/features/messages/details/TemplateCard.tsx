import { t } from '@parley/core/text/translate'
import type { TemplateSentEntity } from '@parley/core/messages/details'
import { languageLabel, statusLabel, templateTitle } from '@parley/core/templates/rules'
import { Copy, ExternalLink, Phone, Reply } from 'lucide-react'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { MessageText } from '../text/MessageText.tsx'
import styles from './details.module.css'

export const buttonIcons = { reply: Reply, url: ExternalLink, phone: Phone, code: Copy } as const

/** A template as it was sent: heading, words, footer and the buttons that the customer has. */
export function TemplateCard({ template }: { template: TemplateSentEntity }) {
  const { header, body, footer, buttons, name, language, category } = template
  return (
    <Grid
      role="group"
      aria-label={t('Template {templateTitle}', { templateTitle: templateTitle({ name }) })}
      gap={1.5}
      className={styles.template}
    >
      {header !== null && (
        <Text as="p" dir="auto" weight={600}>
          {header}
        </Text>
      )}
      <MessageText text={body} />
      {footer !== null && (
        <Text as="p" dir="auto" size="meta" tone="muted">
          {footer}
        </Text>
      )}
      {buttons.length > 0 && (
        <Grid as="ul" aria-label={t('Buttons of the customer')} gap={1} className={styles.buttons}>
          {buttons.map(({ kind, text, value }, place) => {
            const Icon = buttonIcons[kind]
            return (
              <HStack
                as="li"
                // What was sent never changes, and two buttons may say the same.
                // oxlint-disable-next-line react/no-array-index-key
                key={place}
                title={value ?? undefined}
                gap={1.5}
                justify="center"
                size="list"
                weight={500}
                tone="accent"
                className={styles.button}
              >
                <Icon size={13} strokeWidth={1.8} aria-hidden="true" />
                <span dir="auto">{text}</span>
              </HStack>
            )
          })}
        </Grid>
      )}
      <Text as="p" size="meta" tone="muted">
        {t('Template {templateTitle} · {language} · {category}', {
          templateTitle: templateTitle({ name }),
          language: languageLabel(language),
          category: statusLabel(category),
        })}
      </Text>
    </Grid>
  )
}
