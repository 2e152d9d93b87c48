import { t } from '@parley/core/text/translate'
import type { AskEntity, TemplateSentEntity } from '@parley/core/messages/details'
import { languageLabel, statusLabel, templateTitle } from '@parley/core/templates/rules'
import { Copy, ExternalLink, List, MapPin, Phone, Reply } from 'lucide-react'
import type { SentCard } from '@parley/core/messages/asks'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { MessageText } from '../text/MessageText.tsx'
import styles from './details.module.css'
import { SentCardFacts } from './ContactCard.tsx'

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

/** What a message offers the customer to press, as it stands below its words on their phone; here it cannot be pressed. */
export function AskedChoices({ ask }: { ask: AskEntity }) {
  if (ask.kind === 'location') {
    return (
      <Grid as="ul" aria-label={t('Asked of the customer')} gap={1} className={styles.buttons}>
        <HStack
          as="li"
          gap={1.5}
          justify="center"
          size="list"
          weight={500}
          tone="accent"
          className={styles.button}
        >
          <MapPin size={13} strokeWidth={1.8} aria-hidden="true" />
          <span>{t('Send location')}</span>
        </HStack>
      </Grid>
    )
  }
  if (ask.kind === 'list') {
    return (
      <Grid gap={1.5} className={styles.offered}>
        <HStack
          as="p"
          gap={1.5}
          justify="center"
          size="list"
          weight={500}
          tone="accent"
          className={styles.button}
        >
          <List size={13} strokeWidth={1.8} aria-hidden="true" />
          <span dir="auto">{ask.button}</span>
        </HStack>
        <Grid as="ul" aria-label={t('Rows of the list')} gap={0.5} size="list" className={styles.rows}>
          {ask.rows.map(({ title, description }) => (
            <li key={title} dir="auto">
              {title}
              {description !== null && (
                <Text size="meta" tone="muted">
                  {' '}
                  · {description}
                </Text>
              )}
            </li>
          ))}
        </Grid>
      </Grid>
    )
  }
  return (
    <Grid as="ul" aria-label={t('Buttons of the customer')} gap={1} className={styles.buttons}>
      {ask.buttons.map(title => (
        <HStack
          as="li"
          key={title}
          gap={1.5}
          justify="center"
          size="list"
          weight={500}
          tone="accent"
          className={styles.button}
        >
          <Reply size={13} strokeWidth={1.8} aria-hidden="true" />
          <span dir="auto">{title}</span>
        </HStack>
      ))}
    </Grid>
  )
}

interface AskPreviewProps {
  readonly ask: AskEntity | null
  readonly card: SentCard | null
  readonly words: string
}

/** A question or a card as the customer will see it. */
export function AskPreview({ ask, card, words }: AskPreviewProps) {
  return (
    <div role="group" aria-label={t('As the customer sees it')}>
      {card !== null ? (
        <SentCardFacts card={card} />
      ) : words.trim() === '' ? null : (
        <MessageText text={words} />
      )}
      {ask !== null && <AskedChoices ask={ask} />}
    </div>
  )
}
