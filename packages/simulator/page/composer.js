import { wordsOf } from './bubble.js'
import { CallFailed, phonePath, post } from './calls.js'
import { h, icon } from './dom.js'
import samples from './samples.json' with { type: 'json' }

const largestFile = 100 * 1024 * 1024

/** @import { Message } from './model.d.ts' */

/**
 * Where the customer writes: Enter sends, Shift and Enter break the line, a chosen file goes with the text as caption.
 * @param {string} number
 * @param {() => string} chat the id of the business number that it goes to
 * @param {(problem: unknown) => void} failed
 */
export function composer(number, chat, failed) {
  /** @type {File | null} */
  let file = null
  /** @type {Message | null} */
  let answered = null
  /** @type {Message | null} */
  let edited = null
  const text = h('textarea', {
    class: 'field',
    rows: '1',
    'aria-label': 'Message',
    placeholder: 'Message',
    maxlength: '4096',
  })
  const picker = h('input', { type: 'file', 'aria-label': 'Attach file', title: 'Attach file' })
  const chip = h('div', { class: 'chip', hidden: true })
  const quotation = h('div', { class: 'chip', hidden: true })
  const button = h(
    'button',
    { class: 'btn icon send', type: 'submit', 'aria-label': 'Send', title: 'Send' },
    icon('send'),
  )
  const attach = h('label', { class: 'btn icon' }, icon('clip'), picker)
  const others = h(
    'select',
    { class: 'field others', 'aria-label': 'Send another kind', title: 'Send another kind' },
    h('option', { value: '' }, '…'),
    ...samples.map(({ name }) => h('option', { value: name }, name)),
  )
  const element = h(
    'form',
    { class: 'write' },
    quotation,
    chip,
    h('div', { class: 'row' }, attach, others, text, button),
  )

  /** @param {File | null} chosen */
  function choose(chosen) {
    file = chosen
    picker.value = ''
    chip.hidden = chosen === null
    const remove = h(
      'button',
      { class: 'btn icon', type: 'button', click: () => choose(null) },
      icon('close'),
    )
    remove.setAttribute('aria-label', `Remove ${chosen?.name ?? ''}`)
    chip.replaceChildren(h('span', { class: 'grow cut' }, chosen?.name ?? ''), remove)
  }

  /** The next message answers this one. @param {Message | null} message */
  function answer(message) {
    answered = message
    edited = null
    quotation.hidden = message === null
    if (message === null) return
    const remove = h(
      'button',
      { class: 'btn icon', type: 'button', 'aria-label': 'Do not quote', click: () => answer(null) },
      icon('close'),
    )
    quotation.replaceChildren(h('span', { class: 'grow cut', dir: 'auto' }, wordsOf(message)), remove)
    text.focus()
  }

  /** Another chat is shown: ends a reply to, or an edit of, a message of the last one. */
  function leave() {
    if (edited !== null) text.value = ''
    answer(null)
  }

  /** The next text replaces this message's text. @param {Message} message */
  function edit(message) {
    answer(message)
    answered = null
    edited = message
    text.value = message.text ?? ''
  }

  async function send() {
    const written = text.value
    const chosen = file
    const quoted = answered
    const original = edited
    if (chosen === null && written.trim() === '') return
    button.disabled = true
    try {
      if (original !== null) {
        await post(phonePath(number, 'changes'), { type: 'edit', message_id: original.id, text: written })
        answer(null)
        text.value = ''
        return
      }
      const path = phonePath(number, 'messages')
      const message = chosen ? await fileMessage(chosen, written) : { type: 'text', text: written }
      const around = quoted === null ? { number: chat() } : { number: quoted.number, reply_to: quoted.id }
      await post(path, { ...message, ...around })
      if (answered === quoted) answer(null)
      if (text.value === written) text.value = ''
      if (file === chosen) choose(null)
    } finally {
      button.disabled = text.disabled
    }
  }

  others.addEventListener('change', () => {
    const sample = samples.find(({ name }) => name === others.value)
    others.value = ''
    if (sample === undefined) return
    const { name: _name, ...rest } = sample
    post(phonePath(number, 'messages'), { type: 'raw', number: chat(), ...rest }).catch(failed)
  })
  picker.addEventListener('change', () => choose(picker.files?.[0] ?? null))
  text.addEventListener('keydown', event => {
    // 229: the Enter that ends a composition, in Safari.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return
    event.preventDefault()
    element.requestSubmit()
  })
  element.addEventListener('submit', event => {
    event.preventDefault()
    send().catch(failed)
  })

  /** @param {boolean} online */
  function enable(online) {
    for (const control of [text, picker, others, button]) control.disabled = !online
    text.placeholder = online ? 'Message' : 'Offline'
  }

  return { element, enable, answer, edit, leave }
}

/**
 * @param {File} file
 * @param {string} caption
 */
async function fileMessage(file, caption) {
  if (file.size === 0) throw new CallFailed('The file is empty.')
  if (file.size > largestFile) throw new CallFailed('WhatsApp takes files of up to 100 MB.')
  const mime = file.type || 'application/octet-stream'
  const text = caption.trim() === '' ? {} : { text: caption }
  return {
    type: kindOf(mime),
    data_base64: await base64(file),
    filename: file.name,
    mime_type: mime,
    ...text,
  }
}

/** Like the app: a file that it cannot play goes as a document. @param {string} mime */
function kindOf(mime) {
  if (mime === 'image/jpeg' || mime === 'image/png') return 'image'
  if (['audio/ogg', 'audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/amr'].includes(mime)) return 'audio'
  return mime === 'video/mp4' || mime === 'video/3gpp' ? 'video' : 'document'
}

/** @param {File} file @returns {Promise<string>} */
function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const dataUrl = typeof reader.result === 'string' ? reader.result : ''
      resolve(dataUrl.slice(dataUrl.indexOf(',') + 1))
    })
    reader.addEventListener('error', () => reject(new CallFailed('The file cannot be read.')))
    reader.readAsDataURL(file)
  })
}
