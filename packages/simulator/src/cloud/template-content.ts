import type { MessageBody } from '@parley/whatsapp/message-body'
import { GraphError } from '../errors.ts'
import type { Choice, PhoneMedia, PhoneMessage } from '../phone.ts'
import { filledIn, findTemplate, partOf, type SimulatedTemplate, variablesIn } from '../templates.ts'

type Sent = Extract<MessageBody, { type: 'template' }>['template']
type Component = Sent['components'][number]
type Parameter = Component['parameters'][number]

/** Characters of a body with its values. */
const bodyLimit = 1024

const wrongFormat = (details: string) => new GraphError(132012, details)

/** A file that was uploaded before, by its id. */
type FileFor = (id: string, kind: PhoneMedia['kind'], filename: string | null) => PhoneMedia

/**
 * A template with its values, as the phone shows it.
 * @throws GraphError where Meta would not send it: 132000, 132001, 132005, 132012, 132015, 132016, 132018
 */
export function templateContent(
  sent: Sent,
  templates: readonly SimulatedTemplate[],
  fileOf: FileFor,
): Partial<PhoneMessage> {
  const template = sendable(sent, templates)
  const component = (type: Component['type'], place?: number): readonly Parameter[] =>
    sent.components.find(one => one.type === type && (place === undefined || one.index === place))
      ?.parameters ?? []
  const [header, body, footer] = [
    partOf(template, 'HEADER'),
    partOf(template, 'BODY'),
    partOf(template, 'FOOTER'),
  ]
  const text = filled('body', body?.text ?? '', component('body'))
  if (text.length > bodyLimit) {
    const details = `The body has ${text.length} characters with its values; at most ${bodyLimit} are allowed.`
    throw new GraphError(132005, details)
  }
  const buttons = partOf(template, 'BUTTONS')?.buttons ?? []
  const links = buttons.flatMap((button, place): { title: string; target: string | null }[] => {
    if (button.type === 'QUICK_REPLY') return []
    const value = component('button', place)
    if (button.type === 'URL') {
      return [{ title: button.text, target: filled(`button ${place}`, button.url, value) }]
    }
    if (button.type === 'PHONE_NUMBER') return [{ title: button.text, target: `tel:${button.phone_number}` }]
    const code = value[0]?.coupon_code
    if (code === undefined) throw wrongFormat(`button ${place}: a coupon_code is required.`)
    return [{ title: `${button.text}: ${code}`, target: null }]
  })
  const choices: Choice[] = buttons.flatMap((button, place) =>
    button.type === 'QUICK_REPLY' ? [{ id: String(place), title: button.text, description: null }] : [],
  )
  const media = header === undefined ? null : headerFile(header.format, component('header'), fileOf)
  return {
    text,
    media,
    header: header?.text === undefined ? null : filled('header', header.text, component('header')),
    footer: footer?.text ?? null,
    links,
    choices,
    choiceKind: choices.length > 0 ? 'template' : null,
  }
}

function sendable({ name, language }: Sent, templates: readonly SimulatedTemplate[]): SimulatedTemplate {
  const template = findTemplate(templates, name, language.code)
  if (template?.status === 'PAUSED')
    throw new GraphError(132015, `${name} is paused because of its low quality.`)
  if (template?.status === 'DISABLED') throw new GraphError(132016, `${name} was paused too often.`)
  if (template?.status === 'APPROVED') return template
  throw new GraphError(132001, `template name (${name}) does not exist in ${language.code}`)
}

const fileKinds = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' } as const

function headerFile(
  format: keyof typeof fileKinds | 'TEXT',
  [parameter]: readonly Parameter[],
  fileOf: FileFor,
): PhoneMedia | null {
  if (format === 'TEXT') return null
  const kind = fileKinds[format]
  const file = parameter?.[kind]
  if (file === undefined) throw wrongFormat(`header: Format mismatch, expected ${format}.`)
  // Meta would fetch a file by link; nothing leaves this machine.
  if (file.id === undefined) return null
  const filename = 'filename' in file && typeof file.filename === 'string' ? file.filename : null
  return fileOf(file.id, kind, filename)
}

/** A part's text with its values, by the names of its variables or in their order. */
function filled(part: string, written: string, parameters: readonly Parameter[]): string {
  const wanted = variablesIn(written)
  if (parameters.length !== wanted.length) {
    const details = `${part}: number of localizable_params (${parameters.length}) does not match the expected number of params (${wanted.length})`
    throw new GraphError(132000, details)
  }
  const values = parameters.map(({ type, text, parameter_name: name }, n): [string, string] => {
    if (type !== 'text' || text === undefined) throw wrongFormat(`${part}: a text is expected.`)
    if (/[\n\t]| {5,}/.test(text)) {
      const details = `${part}: Param text cannot have new-line/tab characters or more than 4 consecutive spaces`
      throw new GraphError(132018, details)
    }
    return [name ?? String(n + 1), text]
  })
  const named = new Map(values)
  const missing = wanted.find(name => !named.has(name))
  if (missing !== undefined) throw wrongFormat(`${part}: Parameter name is missing or empty: ${missing}`)
  return filledIn(written, named)
}
