/**
 * Makes an element. Texts become text nodes, so nothing a person wrote is ever read as markup.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | boolean | EventListener>} [attributes] functions become listeners, false is left out
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value !== false) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.filter(child => child !== null))
  return element
}

const paths = {
  clip: ['M10.8 5.2 6 10a1.6 1.6 0 0 0 2.3 2.3l5-5a3.2 3.2 0 0 0-4.6-4.6l-5.2 5.2a4.8 4.8 0 0 0 6.8 6.8'],
  send: ['M2.6 8 13.4 2.8 10 13.4 7.6 9z', 'M7.6 9l5.8-6.2'],
  close: ['m4 4 8 8M12 4l-8 8'],
  page: ['M4 2.5h5l3 3v8H4z', 'M9 2.5v3h3'],
  tick: ['m3.5 8.4 2.8 2.8 6-6.2'],
  ticks: ['m1.8 8.4 2.8 2.8 5.6-6.2', 'm7 10.4.9.8 5.6-6.2'],
}

/**
 * An icon of the page's own set, hidden from assistive technology: words beside it say the same.
 * @param {keyof typeof paths} name
 */
export function icon(name) {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  svg.setAttribute('class', 'i')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('aria-hidden', 'true')
  for (const d of paths[name]) {
    const path = document.createElementNS(space, 'path')
    path.setAttribute('d', d)
    svg.append(path)
  }
  return svg
}

/**
 * An element that the page's HTML is known to have.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new Error(`The page has no ${type.name} with the id ${id}.`)
  return element
}
