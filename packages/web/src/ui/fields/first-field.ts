const fields =
  'input:enabled:not([type="file"], [type="hidden"]), textarea:enabled, [role="combobox"]:enabled'

/** The first of what one types or chooses in: of a row of radio buttons the one that is chosen. Null where there is none. */
export function firstField(within: HTMLElement): HTMLElement | null {
  const first = within.querySelector<HTMLElement>(fields)
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first
  return within.querySelector<HTMLElement>(`input[name="${CSS.escape(first.name)}"]:checked`) ?? first
}
