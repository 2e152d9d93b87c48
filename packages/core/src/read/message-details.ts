import type {
  AskEntity,
  ContactEntity,
  DetailsEntity,
  FormEntity,
  OrderEntity,
  TemplateSentEntity,
} from '../entities/message-details.ts'
import { snoozeEnds } from '../words/conversations.ts'
import { type Fields, fieldsOf, listOf, numberOf, textOf, timeOf, wordOf } from './value.ts'

/** Some of an object's texts by their names; null where one is none. */
const textsOf = <Name extends string>(
  fields: Fields,
  ...names: readonly Name[]
): Record<Name, string | null> =>
  Object.fromEntries(names.map(name => [name, textOf(fields[name])])) as Record<Name, string | null>

const labelled = (raw: unknown) =>
  listOf(raw).flatMap(one => {
    const fields = fieldsOf(one)
    const text = textOf(fields['text'])
    return text === null ? [] : [{ text, label: textOf(fields['label']) }]
  })

const contactOf = (raw: unknown): ContactEntity => {
  const fields = fieldsOf(raw)
  return {
    ...textsOf(fields, 'name', 'full_name', 'organisation', 'birthday'),
    phones: listOf(fields['phones']).flatMap(one => {
      const phone = fieldsOf(one)
      const number = textOf(phone['number'])
      return number === null ? [] : [{ number, ...textsOf(phone, 'label', 'wa_id') }]
    }),
    emails: labelled(fields['emails']),
    addresses: labelled(fields['addresses']),
    urls: labelled(fields['urls']),
  }
}

const formOf = (fields: Fields): FormEntity => {
  const answers = fields['answers']
  const isSet = typeof answers === 'object' && answers !== null && !Array.isArray(answers)
  return { ...textsOf(fields, 'name', 'body', 'raw', 'reference'), answers: isSet ? fieldsOf(answers) : null }
}

const amountOf = (raw: unknown): number | string | null =>
  typeof raw === 'number' && Number.isFinite(raw) ? raw : textOf(raw)

const orderOf = (fields: Fields): OrderEntity => ({
  ...textsOf(fields, 'catalogue', 'text'),
  items: listOf(fields['items']).flatMap(one => {
    const item = fieldsOf(one)
    const product = textOf(item['product'])
    const { currency } = textsOf(item, 'currency')
    const [quantity, price] = [amountOf(item['quantity']), amountOf(item['price'])]
    return product === null ? [] : [{ product, quantity, price, currency }]
  }),
})

const buttonKinds = ['reply', 'url', 'phone', 'code'] as const

const templateOf = (fields: Fields): TemplateSentEntity | undefined => {
  const { name, body, ...rest } = textsOf(fields, 'name', 'language', 'category', 'header', 'body', 'footer')
  if (name === null || body === null) return undefined
  const values = Object.entries(fieldsOf(fields['values'])).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return {
    name,
    body,
    header: rest.header,
    footer: rest.footer,
    language: rest.language ?? '',
    category: rest.category ?? '',
    values: Object.fromEntries(values),
    buttons: listOf(fields['buttons']).flatMap(one => {
      const button = fieldsOf(one)
      const { text, value } = textsOf(button, 'text', 'value')
      return text === null ? [] : [{ kind: wordOf(button['kind'], buttonKinds) ?? 'reply', text, value }]
    }),
  }
}

const askOf = (fields: Fields): AskEntity | undefined => {
  const titles = listOf(fields['buttons']).flatMap(one => textOf(one) ?? [])
  switch (fields['kind']) {
    case 'buttons':
      return { kind: 'buttons', buttons: titles }
    case 'list':
      return {
        kind: 'list',
        button: textOf(fields['button']) ?? '',
        rows: listOf(fields['rows']).flatMap(one => {
          const { title, description } = textsOf(fieldsOf(one), 'title', 'description')
          return title === null ? [] : [{ title, description }]
        }),
      }
    case 'location':
      return { kind: 'location' }
    default:
      return undefined
  }
}

const choices = ['button', 'list', 'permission'] as const
const missing = ['image', 'document', 'audio', 'video', 'sticker', 'text'] as const
const calls = ['ringing', 'missed', 'taken'] as const
const notices = ['number-changed', 'id-changed', 'identity-changed', 'other'] as const

type Readers = { readonly [Part in keyof DetailsEntity]-?: (raw: Fields) => DetailsEntity[Part] }

/** Each part from its fields; undefined for one that says nothing. */
const readers: Omit<Readers, 'contacts'> = {
  location: fields => ({
    ...textsOf(fields, 'coordinates', 'name', 'address', 'url'),
    latitude: numberOf(fields['latitude']),
    longitude: numberOf(fields['longitude']),
  }),
  choice: fields => {
    const title = textOf(fields['title'])
    if (title === null) return undefined
    return {
      kind: wordOf(fields['kind'], choices) ?? 'button',
      title,
      ...textsOf(fields, 'description', 'id'),
    }
  },
  form: formOf,
  order: orderOf,
  product: fields => textsOf(fields, 'product', 'catalogue'),
  referral: fields =>
    textsOf(
      fields,
      'source',
      'source_id',
      'headline',
      'body',
      'url',
      'media_kind',
      'media_url',
      'click_id',
      'welcome',
    ),
  unsupported: fields => ({ ...textsOf(fields, 'kind', 'title', 'details'), code: numberOf(fields['code']) }),
  missing: fields => ({ what: wordOf(fields['what'], missing) ?? 'text', ...textsOf(fields, 'filename') }),
  unknown: fields => ({
    type: textOf(fields['type']) ?? '',
    raw: textOf(fields['raw']) ?? '',
    cut: fields['cut'] === true,
  }),
  notice: fields => ({
    kind: wordOf(fields['kind'], notices) ?? 'other',
    ...textsOf(fields, 'from', 'to', 'said'),
  }),
  call: fields => ({
    state: wordOf(fields['state'], calls) ?? 'missed',
    seconds: numberOf(fields['seconds']),
  }),
  template: templateOf,
  voice: fields => ({ seconds: numberOf(fields['seconds']) ?? 0 }),
  ask: askOf,
  snooze: fields => {
    const until = timeOf(fields['until'])
    const end = wordOf(fields['end'], snoozeEnds)
    return until === null || end === null ? undefined : { until, end, ...textsOf(fields, 'by', 'ended_by') }
  },
  preference: fields => ({ marketing: fields['marketing'] === true, ...textsOf(fields, 'said') }),
}

const isObject = (raw: unknown): raw is Fields =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

/** Reads what a message says beyond its words; null where that is nothing. Never throws. */
export function readDetails(raw: unknown): DetailsEntity | null {
  if (!isObject(raw)) return null
  const parts = Object.entries(readers).flatMap(([name, read]) => {
    const part = raw[name]
    const entity = isObject(part) ? read(part) : undefined
    return entity === undefined ? [] : [[name, entity] as const]
  })
  const cards = listOf(raw['contacts']).filter(isObject).map(contactOf)
  if (cards.length > 0) return { ...(Object.fromEntries(parts) as DetailsEntity), contacts: cards }
  return parts.length === 0 ? null : (Object.fromEntries(parts) as DetailsEntity)
}
