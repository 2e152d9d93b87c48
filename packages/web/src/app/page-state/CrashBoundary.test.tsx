import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CrashScreen } from './CrashBoundary.tsx'

const markup = renderToStaticMarkup(
  <CrashScreen error={new TypeError('rows is null')} reference="ab12cd34" />,
)

test('[ROUTE-14] the crash screen reads "Something went wrong"', () => {
  expect(markup).toContain('Something went wrong')
})

test('[ROUTE-15 Q-033] the failure and its reference stand in an expandable block, without a stack', () => {
  expect(markup).not.toContain('CrashScreen.test')
  expect(markup).toMatch(/<details.*TypeError: rows is null.*Reference ab12cd34.*<\/details>/s)
})

test('[ROUTE-16] a button reads "Reload page"', () => {
  expect(markup).toMatch(/<button[^>]*>Reload page<\/button>/)
})

test('[ROUTE-15] what was thrown need not be an Error', () => {
  expect(renderToStaticMarkup(<CrashScreen error="offline" reference="1" />)).toContain('offline')
})
