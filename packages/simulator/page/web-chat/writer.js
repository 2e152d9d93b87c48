import { byId, h, icon } from '../dom.js'
import { wordsOf } from './bubble.js'

const mostPictureBytes = 5 * 1024 * 1024

/** @import { ChatMessage } from './model.d.ts' */

/**
 * Where the visitor writes: Enter sends, Shift and Enter break the line; a chosen or pasted picture goes with the text.
 * @param {(written: { text: string, file: File | null, quotes: string | null }) => void} send
 */
export function writer(send) {
  const form = byId('write', HTMLFormElement)
  const text = byId('text', HTMLTextAreaElement)
  const picker = byId('picture', HTMLInputElement)
  const pictureChip = byId('picture-chip', HTMLDivElement)
  const quoteChip = byId('quote-chip', HTMLDivElement)
  const problem = byId('problem', HTMLParagraphElement)
  /** @type {File | null} */
  let file = null
  /** @type {ChatMessage | null} */
  let answered = null

  /** @param {File | null} chosen */
  function choose(chosen) {
    const fits = chosen === null || chosen.size <= mostPictureBytes
    problem.textContent = fits ? '' : 'A picture may have up to 5 MB.'
    file = fits ? chosen : null
    picker.value = ''
    fill(pictureChip, file?.name ?? null, 'Leave it out', () => {
      choose(null)
      text.focus()
    })
  }

  /** The next message answers this one. @param {ChatMessage | null} message */
  function answer(message) {
    answered = message
    fill(quoteChip, message && wordsOf(message), 'Do not quote', () => answer(null))
    text.focus()
  }

  picker.addEventListener('change', () => choose(picker.files?.[0] ?? null))
  text.addEventListener('paste', event => {
    const pasted = event.clipboardData?.files[0]
    // A spreadsheet copies a picture of its words: the words are what was meant.
    if (!pasted || event.clipboardData?.getData('text/plain')) return
    event.preventDefault()
    choose(pasted)
  })
  text.addEventListener('keydown', event => {
    // 229: the Enter that ends a composition, in Safari.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return
    event.preventDefault()
    form.requestSubmit()
  })
  form.addEventListener('submit', event => {
    event.preventDefault()
    text.focus()
    if (file === null && text.value.trim() === '') return
    send({ text: text.value.trim(), file, quotes: answered?.id ?? null })
    text.value = ''
    choose(null)
    answer(null)
  })
  return { answer, focus: () => text.focus() }
}

/**
 * @param {HTMLDivElement} chip
 * @param {string | null} words null: there is nothing to show
 * @param {string} label of the button that takes it away
 * @param {() => void} remove
 */
function fill(chip, words, label, remove) {
  chip.hidden = words === null
  const button = h(
    'button',
    { class: 'btn icon', type: 'button', 'aria-label': label, click: remove },
    icon('close'),
  )
  chip.replaceChildren(h('span', { class: 'grow cut', dir: 'auto' }, words ?? ''), button)
}
