import { t } from '@parley/core/text/translate'
import type { SentCard } from '@parley/core/messages/asks'
import type { AskEntity, TemplateSentEntity } from '@parley/core/messages/details'
import { languageLabel, statusLabel, templateTitle } from '@parley/core/templates/rules'
import { Copy, ExternalLink, List, type LucideIcon, MapPin, Phone, Reply } from 'lucide-react'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { MessageText } from '../text/MessageText.tsx'
import { SentCardFacts } from './ContactCard.tsx'
import styles from './details.module.css'

const buttonIcons = { reply: Reply, url: ExternalLink, phone: Phone, code: Copy } as const

interface PhoneButtonProps {
  as?: 'li' | 'p'
  icon: LucideIcon
  words: string
  title?: string | undefined
}

/** A button on the customer's phone; here it cannot be pressed. */
const PhoneButton = ({ as = 'li', icon: Icon, words, title }: PhoneButtonProps) => (
  <HStack
    as={as}
    title={title}
    gap={1.5}
    justify="center"
    size="list"
    weight={500}
    tone="accent"
    className={styles.button}
  >
    <Icon size={13} strokeWidth={1.8} aria-hidden="true" />
    <span dir="auto">{words}</span>
  </HStack>
)

/** A template as it was sent: heading, words, footer and the buttons that the customer has. */
export function TemplateCard({ template }: { template: TemplateSentEntity }) {
  const { header, body, footer, buttons, name, language, category } = template
  const title = templateTitle({ name })
  return (
    <Grid
      role="group"
      aria-label={t('Template {templateTitle}', { templateTitle: title })}
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
          {buttons.map(({ kind, text, value }, place) => (
            // What was sent never changes, and two buttons may say the same.
            // oxlint-disable-next-line react/no-array-index-key
            <PhoneButton key={place} icon={buttonIcons[kind]} words={text} title={value ?? undefined} />
          ))}
        </Grid>
      )}
      <Text as="p" size="meta" tone="muted">
        {t('Template {templateTitle} · {language} · {category}', {
          templateTitle: title,
          language: languageLabel(language),
          category: statusLabel(category),
        })}
      </Text>
    </Grid>
  )
}

/** What a message offers the customer to press, as it stands below its words on their phone. */
export function AskedChoices({ ask }: { ask: AskEntity }) {
  if (ask.kind === 'location') {
    return (
      <Grid as="ul" aria-label={t('Asked of the customer')} gap={1} className={styles.buttons}>
        <PhoneButton icon={MapPin} words={t('Send location')} />
      </Grid>
    )
  }
  if (ask.kind === 'list') {
    return (
      <Grid gap={1.5} className={styles.offered}>
        <PhoneButton as="p" icon={List} words={ask.button} />
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
        <PhoneButton key={title} icon={Reply} words={title} />
      ))}
    </Grid>
  )
}

interface AskWordsProps {
  ask: AskEntity | null
  card: SentCard | null
  words: string
}

/** What a message of ours says that may be a question or a card. */
export const AskWords = ({ ask, card, words }: AskWordsProps) => (
  <>
    {card !== null && <SentCardFacts card={card} />}
    {card === null && words.trim() !== '' && <MessageText text={words} />}
    {ask !== null && <AskedChoices ask={ask} />}
  </>
)

/** A question or a card as the customer will see it. */
export const AskPreview = (props: AskWordsProps) => (
  <div role="group" aria-label={t('As the customer sees it')}>
    <AskWords {...props} />
  </div>
)
