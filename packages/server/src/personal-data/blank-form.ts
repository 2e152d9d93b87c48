/**
 * A form in its own shape that says nothing: lists are empty, everything else is null. What was declared goes with its
 * names, which are the form's own.
 */
export function blankForm(form: unknown): unknown {
  if (Array.isArray(form)) return []
  if (typeof form !== 'object' || form === null) return null
  const fields = Object.entries(form).map(([name, value]) => [
    name,
    name === 'declarations' ? {} : blankForm(value),
  ])
  return Object.fromEntries(fields)
}
