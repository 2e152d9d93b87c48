/** What marks the window of a `Modal` in the page. */
export const modalMark = { 'data-modal': '' }

/** Whether a `Modal` is open now. */
export const isModalOpen = (): boolean => document.querySelector('[data-modal]') !== null
