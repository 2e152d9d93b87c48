import { plural, t } from '@parley/core/text/translate'
import type {
  CallEntity,
  ChoiceEntity,
  DetailsEntity,
  FormEntity,
  LocationEntity,
  OrderEntity,
} from '@parley/core/messages/details'
import { fieldLabel, formTitle, orderTotal, pickedFileName, priceLabel } from '@parley/core/messages/rules'
import { PhoneIncoming, PhoneMissed } from 'lucide-react'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { ContactCard } from './ContactCard.tsx'
import styles from './details.module.css'
import { Faint, Over, Small, Title, WebLink } from './lines.tsx'
import { TemplateCard } from './TemplatesAndAsks.tsx'

interface DetailsProps {
  readonly messageId: string
  readonly details: DetailsEntity
  /** The message's own line. */
  readonly words: string
}

/** What a message says beyond its words, in their stead. */
export function Details({ messageId, details, words }: DetailsProps) {
  const { location, contacts = [], choice, form, order, call, template } = details
  return (
    <>
      {location !== undefined && <LocationCard location={location} />}
      {contacts.map((contact, index) => (
        // The cards of one message never move, so their place is their identity.
        // oxlint-disable-next-line react/no-array-index-key
        <ContactCard key={index} contact={contact} messageId={messageId} />
      ))}
      {choice !== undefined && <ChoiceNote choice={choice} />}
      {form !== undefined && <FormCard form={form} />}
      {template !== undefined && <TemplateCard template={template} />}
      {order !== undefined && <OrderTable order={order} />}
      {call !== undefined && <CallNote call={call} words={words} />}
    </>
  )
}

/** A place: its name, its address and the way to a map. The drawing stands for any place; nothing is asked of anybody. */
function LocationCard({ location }: { location: LocationEntity }) {
  const { name, address, url, coordinates, latitude, longitude } = location
  const point = latitude === null || longitude === null ? null : `${latitude}, ${longitude}`
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
  return (
    <div role="group" aria-label={t('Location')} className={styles.place}>
      <MapDrawing />
      <Text as="div" flex="shrink" breaks className={styles.words}>
        <Title>{name ?? t('Shared place')}</Title>
        <Small>{address}</Small>
        <Text as="p" size="meta" tone="muted" breaks digits>
          {point ?? coordinates}
        </Text>
        {point !== null && (
          <Small>
            <WebLink address={map} words={t('Open in maps')} />
          </Small>
        )}
        {url !== null && (
          <Small>
            <WebLink address={url} />
          </Small>
        )}
      </Text>
    </div>
  )
}

function MapDrawing() {
  const roads = 'M-4 66 34 50l28 20 66-22M22-4l14 54-10 42M78-4 66 70l14 24M-4 24l60-8 70 14'
  return (
    <svg className={styles.map} viewBox="0 0 120 88" aria-hidden="true">
      <rect width="120" height="88" fill="var(--grey-soft)" />
      <path d={roads} fill="none" stroke="var(--surface)" strokeWidth="5" />
      <path d={roads} fill="none" stroke="var(--hairline)" strokeWidth="1" />
      <path d="M84 34h30v22H90z" fill="var(--ok-soft)" />
      <path d="M62 50s9-8.4 9-15a9 9 0 0 0-18 0c0 6.6 9 15 9 15z" fill="var(--accent)" />
      <circle cx="62" cy="35" r="3.3" fill="var(--surface)" />
    </svg>
  )
}

const ways = {
  button: t('Pressed a button'),
  list: t('Chose from a list'),
  permission: t('Answered our request to call'),
}

/** The button or the row of a list that a customer chose. */
const ChoiceNote = ({ choice: { kind, title, description, id } }: { choice: ChoiceEntity }) => (
  <div role="group" aria-label={ways[kind]} title={id === null ? undefined : t('Its id: {id}', { id })}>
    <Over>{ways[kind]}</Over>
    <Text as="p" dir="auto" flex="shrink" breaks className={styles.words}>
      {title}
    </Text>
    <Small>{description}</Small>
  </div>
)

/** The customer rang on WhatsApp, where nobody of ours picks up. */
function CallNote({ call: { state }, words }: { call: CallEntity; words: string }) {
  const Icon = state === 'taken' ? PhoneIncoming : PhoneMissed
  return (
    <HStack role="group" aria-label={t('Call')} gap={2.5} align="start" tone="text">
      <Icon size={18} strokeWidth={1.8} aria-hidden="true" />
      <div>
        <Title>{words}</Title>
        {state !== 'taken' && (
          <Small>{t('You cannot take WhatsApp calls here. Call back, or send a message.')}</Small>
        )}
      </div>
    </HStack>
  )
}

/** Products that the customer orders, with what they cost. */
function OrderTable({ order }: { order: OrderEntity }) {
  const { text, items, catalogue } = order
  const total = orderTotal(order)
  return (
    <div role="group" aria-label={t('Order')} className={styles.card}>
      <Over>{plural(items.length, { one: 'Order, {count} product', other: 'Order, {count} products' })}</Over>
      {text !== null && (
        <Text as="p" dir="auto" flex="shrink" breaks className={styles.words}>
          {text}
        </Text>
      )}
      {items.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('Product')}</th>
              <th scope="col" className={styles.end}>
                {t('Quantity')}
              </th>
              <th scope="col" className={styles.end}>
                {t('Price')}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ product, quantity, price, currency }, index) => (
              // An order never changes, and may name one product twice.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <td>{product}</td>
                <td className={styles.end}>{quantity ?? '?'}</td>
                <td className={styles.end}>{price === null ? '?' : priceLabel(price, currency)}</td>
              </tr>
            ))}
          </tbody>
          {total !== null && (
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  {t('Total')}
                </th>
                <td className={styles.end}>{priceLabel(total.amount, total.currency)}</td>
              </tr>
            </tfoot>
          )}
        </table>
      )}
      {catalogue !== null && <Faint>{t('Catalogue {catalogue}', { catalogue })}</Faint>}
    </div>
  )
}

/** A form that the customer filled in: each question and its answer. */
function FormCard({ form: { name, body, answers, raw, reference } }: { form: FormEntity }) {
  const rows = Object.entries(answers ?? {})
  return (
    <div role="group" aria-label={t('Form answers')} className={styles.card}>
      <Over>{formTitle(name)}</Over>
      <Title>{body}</Title>
      {rows.length > 0 && (
        <table className={styles.table}>
          <tbody>
            {rows.map(([name, answer]) => (
              <tr key={name}>
                <th scope="row" dir="auto" title={name}>
                  {fieldLabel(name)}
                </th>
                <td dir="auto">
                  <Answer value={answer} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {raw !== null && (
        <p dir="auto" className={styles.raw}>
          {raw}
        </p>
      )}
      {rows.length === 0 && raw === null && <Small>{t('The form has no answers')}</Small>}
      {reference !== null && <Faint>{t('Reference {reference}', { reference })}</Faint>}
    </div>
  )
}

/** One answer of a form, whatever it is made of; lists and groups stand inside one another. */
function Answer({ value }: { value: unknown }) {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return <Faint as="span">{t('No answer')}</Faint>
  if (Array.isArray(value)) {
    return (
      <ul className={styles.list}>
        {value.map((one, index) => (
          // Answers never move, so their place is their identity.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <Answer value={one} />
          </li>
        ))}
      </ul>
    )
  }
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value)
  const file = pickedFileName(value)
  if (file !== null) return file
  return (
    <Grid as="dl" gap={1} className={styles.group}>
      {Object.entries(value).map(([name, one]) => (
        <div key={name}>
          <dt dir="auto" title={name}>
            {fieldLabel(name)}
          </dt>
          <dd dir="auto">
            <Answer value={one} />
          </dd>
        </div>
      ))}
    </Grid>
  )
}
